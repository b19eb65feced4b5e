import type { Reader, Trx } from '../../../platform/database.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { deliverParts } from '../delivery/deliver.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { lockLines } from '../purchase/lock-purchase.ts'
import { purchaseNotFound, type Order } from '../purchase/purchase.ts'
import { refundParts } from './refund-lines.ts'

/** @throws {NotFound} PURCHASE_NOT_FOUND, also for a purchase of which nothing is reported, or all has been decided */
export async function openDispute(reader: Reader, purchaseId: string): Promise<Order> {
  const order = await findOrder(reader, purchaseId)
  if (!order?.lines.some(({ state }) => state === 'disputed')) throw purchaseNotFound()
  return order
}

/** An admin's, unless the seller agrees to a refund, or the clock makes one of somebody's silence. */
interface Decision {
  decision: 'release' | 'refund'
  by?: 'admin' | 'seller' | 'clock'
  /** The side whose silence decides it. */
  late?: 'seller' | 'admins'
}

/**
 * The word on reported things of an order: their tokens go to the seller, or all that they cost goes back to the
 * buyer. After a refund a listing is withdrawn: its owner may offer it again once the problem is solved.
 * @param what.itemIds all that are reported where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Conflict} DISPUTE_NOT_OPEN
 */
export async function decideDispute(
  trx: Trx,
  what: { purchaseId: string; itemIds?: string[] | undefined; now: Date } & Decision,
): Promise<Order> {
  const { purchaseId, decision, by = 'admin', late, itemIds, now } = what
  const { order, lines } = await lockLines(trx, purchaseId, {
    allowed: () => true,
    states: ['disputed'],
    itemIds,
  }).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 409 ? disputeNotOpen() : error
  })
  return decision === 'release'
    ? deliverParts(trx, order, lines, { by: 'admin', now })
    : refundParts(trx, order, lines, { by, late, to: 'withdrawn', now })
}

export const disputeNotOpen = () =>
  new Conflict(PURCHASING_CODES.DISPUTE_NOT_OPEN, 'This problem has been settled already')
