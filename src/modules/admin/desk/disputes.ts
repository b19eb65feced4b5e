import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
import { findMembers } from '../../identity/index.ts'
import type { Message } from '../../messaging/contract.ts'
import { messagesAbout } from '../../messaging/index.ts'
import type { PurchaseState } from '../../purchasing/contract.ts'
import { decideDispute as decide, openDispute, openDisputes } from '../../purchasing/index.ts'
import { writeAsAdmin } from './admin-action.ts'
import type { Dispute } from '../contract.ts'
import { presentPerson } from './present-person.ts'

/** A page of the reported problems that wait for a decision, oldest first. */
export async function listDisputes(
  reader: Reader,
  page: PageQuery,
): Promise<{ disputes: Dispute[]; next: string | undefined }> {
  const { rows: purchases, next } = await openDisputes(reader, page)
  const members = await findMembers(
    reader,
    purchases.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
  )
  const disputes = purchases.map((purchase) => {
    const { id, paidAt, disputedAt } = purchase
    if (!paidAt || !disputedAt) throw new Error(`${id} is disputed, but never was paid or reported`)
    return {
      purchaseId: id,
      listingId: purchase.listingId,
      title: purchase.listingTitle,
      tokenPrice: formatHundredths(purchase.price),
      tokenFee: formatHundredths(purchase.fee),
      cardAmount: formatHundredths(BigInt(purchase.cardAmountCents)),
      deliveryMethod: purchase.deliveryMethod,
      reason: purchase.disputeReason ?? '',
      purchasedAt: paidAt.toISOString(),
      disputedAt: disputedAt.toISOString(),
      buyer: presentPerson(members, purchase.buyerId),
      seller: presentPerson(members, purchase.sellerId),
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
  const { listingId, buyerId } = await openDispute(reader, purchaseId)
  if (listingId === null) return { rows: [], next: undefined }
  return messagesAbout(reader, { listingId, participantId: buyerId }, page)
}

/** @throws NotFound PURCHASE_NOT_FOUND; Conflict DISPUTE_NOT_OPEN */
export async function decideDispute(
  ctx: Context,
  actorId: string,
  { purchaseId, decision }: { purchaseId: string; decision: 'release' | 'refund' },
): Promise<{ state: PurchaseState }> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const { state } = await decide(trx, { purchaseId, decision, now })
    const change = {
      action: `dispute.${decision}`,
      subject: `purchase:${purchaseId}`,
      before: { state: 'disputed' },
      after: { state },
    }
    return { change, result: { state } }
  })
}
