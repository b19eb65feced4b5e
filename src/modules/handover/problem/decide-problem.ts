import type { Trx } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { adminIds } from '../../identity/index.ts'
import { disputeNotOpen, lockWithListings, type Order } from '../../purchasing/index.ts'
import { HANDOVER_CODES } from '../contract.ts'
import { refreshCards } from '../trade/announce.ts'
import { Decision, decidersOf, decisionsOf, withAdmins, type Outcome } from './decision.ts'
import { limitedTo } from './problem.ts'

/**
 * An admin's word on reported things of an order. It can be undone for a minute; then both sides are told. The first is carried
 * out after 48 hours or once the side that has lost accepts it, the one on an appeal is final, and carried out after its minute.
 * @param what.itemIds all that await an admin where left out
 * @returns how the order stands, and the things that were decided
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Conflict} DISPUTE_NOT_OPEN; {Forbidden} OTHER_ADMIN_DECIDES
 */
export async function decideProblem(
  trx: Trx,
  what: {
    purchaseId: string
    adminId: string
    outcome: Outcome
    reason: string
    itemIds?: string[] | undefined
    now: Date
  },
): Promise<{ order: Order; lines: Order['lines'] }> {
  const { purchaseId, adminId, outcome, reason, itemIds, now } = what
  const order = await lockWithListings(trx, purchaseId)
  const decisions = await decisionsOf(trx, [purchaseId])
  const waiting = withAdmins(order, decisions).lines
  const lines = itemIds ? waiting.filter(({ listingId }) => itemIds.includes(listingId ?? '')) : waiting
  if (lines.length === 0 || lines.length < (itemIds?.length ?? 0)) throw disputeNotOpen()
  if (!decidersOf(await adminIds(trx), limitedTo(order, lines), decisions).includes(adminId))
    throw new Forbidden('Another admin decides this one', HANDOVER_CODES.OTHER_ADMIN_DECIDES)
  const appealed = lines.flatMap(({ reference }) => (decisions.has(reference) ? reference : []))
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
        announced_at: null,
      })),
    )
  }
  await Decision.query(trx)
    .whereIn('line_reference', appealed)
    .patch({ finalOutcome: outcome, finalReason: reason, finalBy: adminId, finalAt: now })
  await refreshCards(trx, order)
  return { order, lines }
}

/**
 * Takes back what an admin has decided at that time, as if it had never been.
 * @returns whether it could be: neither side has answered it, and nothing is carried out
 */
export async function undoDecision(
  trx: Trx,
  { purchaseId, decidedAt }: { purchaseId: string; decidedAt: Date },
): Promise<boolean> {
  const order = await lockWithListings(trx, purchaseId)
  const decisions = [...(await decisionsOf(trx, [purchaseId])).values()]
  const isOf = (time: Date | null) => time?.getTime() === decidedAt.getTime()
  const first = decisions.filter((one) => isOf(one.decidedAt))
  const final = decisions.filter((one) => isOf(one.finalAt))
  if (first.some(({ announcedAt }) => announcedAt !== null)) return false
  if ([...first, ...final].some(({ settledAt }) => settledAt !== null)) return false
  const referencesOf = (rows: Decision[]) => rows.map(({ lineReference }) => lineReference)
  await Decision.query(trx).whereIn('line_reference', referencesOf(first)).delete()
  await Decision.query(trx)
    .whereIn('line_reference', referencesOf(final))
    .patch({ finalOutcome: null, finalReason: null, finalBy: null, finalAt: null })
  await refreshCards(trx, order)
  return true
}
