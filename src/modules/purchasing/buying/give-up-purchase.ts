import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { endReservation } from '../reserving/end-reservation.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { purchaseNotFound } from '../purchase/purchase.ts'
import { alreadyPaid } from './refusals.ts'

/**
 * The buyer does not want to pay after all: the tokens come back now, and not when the time is up.
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the buyer; {Conflict} ALREADY_PAID, PAYMENT_UNDER_WAY;
 *   {Unavailable} PAYMENTS_UNAVAILABLE: the reservation ends by itself when its time is up
 */
export async function giveUpPurchase(
  ctx: Context,
  { purchaseId, buyerId }: { purchaseId: string; buyerId: string },
): Promise<void> {
  const order = await findOrder(ctx.db, purchaseId)
  if (order?.buyerId !== buyerId) throw purchaseNotFound()
  if (order.state === 'reserved') await endReservation(ctx, order, 'not_paid')
  const { state } = (await findOrder(ctx.db, purchaseId)) ?? order
  if (state === 'reserved')
    throw new Conflict(PURCHASING_CODES.PAYMENT_UNDER_WAY, 'Your bank is still working on this payment')
  if (state !== 'expired') throw alreadyPaid()
}
