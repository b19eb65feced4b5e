import type { Trx } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { adminIds } from '../../identity/index.ts'
import { disputeNotOpen, lockWithListings, type Order } from '../../purchasing/index.ts'
import { APPEAL_HOURS } from '../constants.ts'
import { HANDOVER_CODES } from '../contract.ts'
import { nameOf, refreshCards, announce, titleOf } from '../trade/announce.ts'
import { carryOut } from './carry-out.ts'
import { Decision, decidersOf, decisionsOf, loserOf, withAdmins, type Outcome } from './decision.ts'
import { limitedTo } from './problem.ts'

/**
 * An admin's word on reported things of an order. The first is announced to both sides, and carried out after 48 hours or once
 * the side that has lost accepts it; the one on an appeal is final, and carried out at once.
 * @param what.itemIds all that await an admin where left out
 * @returns how the order stands then
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Conflict} DISPUTE_NOT_OPEN; {Forbidden} OTHER_ADMIN_DECIDES
 */
export async function announceDecision(
  trx: Trx,
  what: {
    purchaseId: string
    adminId: string
    outcome: Outcome
    reason: string
    itemIds?: string[] | undefined
    now: Date
  },
): Promise<Order> {
  const { purchaseId, adminId, outcome, reason, itemIds, now } = what
  const order = await lockWithListings(trx, purchaseId)
  const decisions = await decisionsOf(trx, [purchaseId])
  const waiting = withAdmins(order, decisions).lines
  const lines = itemIds ? waiting.filter(({ listingId }) => itemIds.includes(listingId ?? '')) : waiting
  if (lines.length === 0 || lines.length < (itemIds?.length ?? 0)) throw disputeNotOpen()
  if (!decidersOf(await adminIds(trx), limitedTo(order, lines), decisions).includes(adminId))
    throw new Forbidden('Another admin decides this one', HANDOVER_CODES.OTHER_ADMIN_DECIDES)
  const appealed = lines.flatMap(({ reference }) => decisions.get(reference) ?? [])
  const first = lines.filter(({ reference }) => !decisions.has(reference))
  if (first.length > 0) {
    await trx('problem_decision').insert(
      first.map(({ reference }) => ({
        line_reference: reference,
        purchase_id: order.id,
        buyer_id: order.buyerId,
        seller_id: order.sellerId,
        outcome,
        reason,
        decided_by: adminId,
        decided_at: now,
      })),
    )
    await announceToBoth(trx, order, { lines: first, outcome, now })
  }
  await refreshCards(trx, order)
  if (appealed.length === 0) return order
  const references = appealed.map(({ lineReference }) => lineReference)
  await Decision.query(trx)
    .whereIn('line_reference', references)
    .patch({ finalOutcome: outcome, finalReason: reason, finalBy: adminId })
  await carryOut(trx, order, { decisions: appealed, outcome, now })
  return order
}

async function announceToBoth(
  trx: Trx,
  order: Order,
  { lines, outcome, now }: { lines: Order['lines']; outcome: Outcome; now: Date },
): Promise<void> {
  const loser = loserOf({ outcome })
  const name = await nameOf(trx, order, loser)
  for (const side of ['buyer', 'seller'] as const) {
    const facts = { things: titleOf({ lines }), outcome, hours: APPEAL_HOURS }
    await announce(trx, order, side, {
      ...(side === loser
        ? { told: 'decision: announced to who may appeal', facts }
        : { told: 'decision: announced to whom it favours', facts: { ...facts, name } }),
      // The loser has so many hours.
      kind: 'account',
      key: `decision:${lines[0]?.reference ?? order.id}`,
      button: words('Read the reason'),
      now,
    })
  }
}
