import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
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
  openDispute,
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
  const disputes = orders.map((order) => {
    const { id, paidAt } = order
    const reported = order.lines.filter(({ state }) => state === 'disputed')
    const { listingId, disputedAt, disputeReason } = leadingLine(order)
    if (!paidAt || !disputedAt) throw new Error(`${id} is disputed, but never was paid or reported`)
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
  what: { purchaseId: string; decision: 'release' | 'refund'; itemIds?: string[] | undefined },
): Promise<{ state: PurchaseState }> {
  const { purchaseId, decision, itemIds } = what
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const { state } = leadingLine(await decide(trx, { purchaseId, decision, itemIds, now }))
    const change = {
      action: `dispute.${decision}`,
      subject: `purchase:${purchaseId}`,
      before: { state: 'disputed', ...(itemIds && { itemIds }) },
      after: { state },
    }
    return { change, result: { state } }
  })
}
