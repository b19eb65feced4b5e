import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
import { decideProblem, decidersOf, decisionsOf, evidenceOf, takesEffectAt, withAdmins } from '../../handover/index.ts'
import { adminIds, findMembers, type Member } from '../../identity/index.ts'
import type { Message } from '../../messaging/contract.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { messagesAbout } from '../../messaging/index.ts'
import type { PurchaseState } from '../../purchasing/states.ts'
import {
  findAlone,
  leadingLine,
  listingIdsOf,
  openDispute,
  owedFor,
  purchaseNotFound,
  type Order,
} from '../../purchasing/index.ts'
import { actAsAdmin, type Acted } from '../log/admin-action.ts'
import { recordReading } from '../log/record-reading.ts'
import type { Dispute } from './contract.ts'
import { presentPerson } from '../members/present-person.ts'

/** These of the orders with reported problems that wait for a decision, as that admin sees them, by id. */
export async function presentDisputes(
  reader: Reader,
  callerId: string,
  purchaseIds: string[],
): Promise<Map<string, Dispute>> {
  const orders = await findAlone(reader, purchaseIds)
  const decisions = await decisionsOf(reader, purchaseIds)
  const admins = await adminIds(reader)
  const members = await findMembers(reader, [
    ...orders.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
    ...[...decisions.values()].map(({ decidedBy }) => decidedBy),
  ])
  const waiting = new Map(orders.map((order) => [order.id, withAdmins(order, decisions)]))
  const evidence = await evidenceOf(reader, [...waiting.values()])
  const refunds = new Map<string, number>()
  for (const order of orders) {
    const { cents, ofRoot } = await owedFor(reader, order, waiting.get(order.id)?.lines ?? [])
    refunds.set(order.id, cents + (ofRoot?.cents ?? 0))
  }
  const disputes = orders.flatMap((order): [string, Dispute][] => {
    const { id, paidAt } = order
    const reported = waiting.get(id)
    const known = evidence.get(id)
    const [first] = reported?.lines ?? []
    // It was decided since.
    if (!paidAt || !reported || !first?.disputedAt || !known) return []
    const { lines } = reported
    const dispute = {
      purchaseId: id,
      listingId: first.listingId,
      title: lines.map(({ listingTitle }) => listingTitle).join(', '),
      lines: lines.map((line) => ({
        listingId: line.listingId,
        title: line.listingTitle,
        tokenPrice: formatHundredths(line.price),
        tokenFee: formatHundredths(line.fee),
        reason: line.disputeReason ?? '',
      })),
      tokenPrice: formatHundredths(lines.reduce((sum, { price }) => sum + price, 0n)),
      tokenFee: formatHundredths(lines.reduce((sum, { fee }) => sum + fee, 0n)),
      cardAmount: formatHundredths(BigInt(order.cardAmountCents)),
      cardRefund: formatHundredths(BigInt(refunds.get(id) ?? 0)),
      cardPerItem: formatHundredths(BigInt(order.itemCents)),
      currency: order.currency,
      deliveryMethod: order.deliveryMethod,
      reason: first.disputeReason ?? '',
      purchasedAt: paidAt.toISOString(),
      disputedAt: first.disputedAt.toISOString(),
      ...known,
      appeal: appealOf(lines, decisions, members),
      mayDecide: decidersOf(admins, reported, decisions).includes(callerId),
      buyer: presentPerson(members, order.buyerId),
      seller: presentPerson(members, order.sellerId),
    }
    return [[id, dispute]]
  })
  return new Map(disputes)
}

function appealOf(
  lines: Order['lines'],
  decisions: Awaited<ReturnType<typeof decisionsOf>>,
  members: Map<string, Member>,
): Dispute['appeal'] {
  const [decision] = lines.flatMap(({ reference }) => decisions.get(reference) ?? [])
  if (!decision) return null
  return {
    decision: decision.outcome,
    reason: decision.reason,
    decidedBy: members.get(decision.decidedBy)?.firstName ?? null,
    words: decision.appeal ?? '',
    until: takesEffectAt(decision).toISOString(),
  }
}

/**
 * A page of what the two sides of a reported purchase wrote to each other, latest first. What members write is theirs: an admin may
 * read it only as long as there is something to decide, and the log says that they have.
 * @throws NotFound PURCHASE_NOT_FOUND, also for a purchase that is not reported or has been decided
 */
export async function listDisputeMessages(
  ctx: Context,
  actorId: string,
  { purchaseId, manner, ...page }: PageQuery & { purchaseId: string; manner: Manner },
): Promise<Page<Message>> {
  const reader = ctx.db
  const order = await openDispute(reader, purchaseId)
  const { lines, buyerId } = order
  if (withAdmins(order, await decisionsOf(reader, [purchaseId])).lines.length === 0) throw purchaseNotFound()
  await recordReading(ctx, actorId, 'dispute.read', [`purchase:${purchaseId}`])
  return messagesAbout(reader, { listingIds: listingIdsOf(lines), participantId: buyerId }, page, manner)
}

/** @throws NotFound PURCHASE_NOT_FOUND; Conflict DISPUTE_NOT_OPEN; Forbidden OTHER_ADMIN_DECIDES */
export async function decideDispute(
  ctx: Context,
  actorId: string,
  what: { purchaseId: string; decision: 'release' | 'refund'; itemIds?: string[] | undefined; reason: string },
): Promise<Acted<{ state: PurchaseState }>> {
  const { decision, ...about } = what
  const { purchaseId, itemIds, reason } = about
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const { order, lines } = await decideProblem(trx, { ...about, adminId: actorId, outcome: decision, now })
    const things = itemIds ? lines.map(({ listingTitle }) => listingTitle) : []
    return {
      change: {
        action: `dispute.${decision}`,
        subject: `purchase:${purchaseId}`,
        before: null,
        after: { ...(things.length > 0 && { things }), reason },
      },
      result: { state: leadingLine(order).state },
      // Both sides are told by what carries it out.
      undo: [{ put: 'decision', purchaseId, decidedAt: now.toISOString() }],
    }
  })
}
