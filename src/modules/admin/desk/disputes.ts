import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
import { evidenceOf, noteDecision } from '../../handover/index.ts'
import { findMembers } from '../../identity/index.ts'
import type { Message } from '../../messaging/contract.ts'
import { messagesAbout } from '../../messaging/index.ts'
import type { PurchaseState } from '../../purchasing/contract.ts'
import {
  centsFor,
  decideDispute as decide,
  disputedOrders,
  leadingLine,
  listingIdsOf,
  lockWhole,
  openDispute,
  type Order,
} from '../../purchasing/index.ts'
import { writeAsAdmin } from './admin-action.ts'
import type { Dispute } from '../contract.ts'
import { presentPerson } from './present-person.ts'

/** A page of the reported problems that wait for a decision, oldest first. */
export async function listDisputes(
  reader: Reader,
  page: PageQuery,
): Promise<{ disputes: Dispute[]; next: string | undefined }> {
  const { rows: orders, next } = await disputedOrders(reader, page)
  const members = await findMembers(
    reader,
    orders.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
  )
  const evidence = await evidenceOf(
    reader,
    orders.map((order) => ({
      id: order.id,
      buyerId: order.buyerId,
      sellerId: order.sellerId,
      reportedAt: reportedAt(order),
    })),
  )
  const disputes = orders.map((order) => {
    const { id, paidAt } = order
    const reported = order.lines.filter(({ state }) => state === 'disputed')
    const { listingId, disputedAt, disputeReason } = leadingLine(order)
    const ofPurchase = evidence.get(id)
    if (!paidAt || !disputedAt || !ofPurchase) throw new Error(`${id} is disputed, but never was paid or reported`)
    return {
      purchaseId: id,
      listingId,
      title: reported.map(({ listingTitle }) => listingTitle).join(', '),
      lines: reported.map((line) => ({
        listingId: line.listingId,
        title: line.listingTitle,
        tokenPrice: formatHundredths(line.price),
        tokenFee: formatHundredths(line.fee),
        reason: line.disputeReason ?? '',
      })),
      tokenPrice: formatHundredths(reported.reduce((sum, { price }) => sum + price, 0n)),
      tokenFee: formatHundredths(reported.reduce((sum, { fee }) => sum + fee, 0n)),
      cardAmount: formatHundredths(BigInt(order.cardAmountCents)),
      cardRefund: formatHundredths(BigInt(centsFor(order, reported))),
      deliveryMethod: order.deliveryMethod,
      reason: disputeReason ?? '',
      purchasedAt: paidAt.toISOString(),
      disputedAt: disputedAt.toISOString(),
      ...ofPurchase,
      buyer: presentPerson(members, order.buyerId),
      seller: presentPerson(members, order.sellerId),
    }
  })
  return { disputes, next }
}

/**
 * A page of what the two sides of a reported purchase wrote to each other, latest first. What members write is theirs: an admin may
 * read it only as long as there is something to decide.
 * @throws NotFound PURCHASE_NOT_FOUND, also for a purchase that is not reported or has been decided
 */
export async function listDisputeMessages(reader: Reader, purchaseId: string, page: PageQuery): Promise<Page<Message>> {
  const { lines, buyerId } = await openDispute(reader, purchaseId)
  return messagesAbout(reader, { listingIds: listingIdsOf(lines), participantId: buyerId }, page)
}

/** @throws NotFound PURCHASE_NOT_FOUND; Conflict DISPUTE_NOT_OPEN */
export async function decideDispute(
  ctx: Context,
  actorId: string,
  what: {
    purchaseId: string
    decision: 'release' | 'refund'
    itemIds?: string[] | undefined
    reason?: string | undefined
  },
): Promise<{ state: PurchaseState }> {
  const { purchaseId, decision, itemIds, reason } = what
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    await lockWhole(trx, purchaseId)
    if (reason !== undefined) await noteDecision(trx, { purchaseId, reason })
    const { state } = leadingLine(await decide(trx, { purchaseId, decision, itemIds, now }))
    const change = {
      action: `dispute.${decision}`,
      subject: `purchase:${purchaseId}`,
      before: { state: 'disputed', ...(itemIds && { itemIds }) },
      after: { state, ...(reason !== undefined && { reason }) },
    }
    return { change, result: { state } }
  })
}

/** When what waits for a decision was reported first. */
function reportedAt({ lines }: Order): Date {
  const times = lines.flatMap(({ state, disputedAt }) =>
    state === 'disputed' && disputedAt ? [Number(disputedAt)] : [],
  )
  return new Date(Math.min(...times))
}
