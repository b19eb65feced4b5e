import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { PLATFORM_FEE } from '../constants.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { cardProvider } from '../card/card-provider.ts'
import { findPurchaseByPayment, type Purchase } from '../purchase.ts'
import { notYours, refuseIfCardWasRefused, settle } from './settle.ts'

/**
 * The buyer's browser says that the card has paid. Whether it has is asked of the provider; saying it again, or after
 * the webhook has, changes nothing.
 * @throws AppError 402 PAYMENT_NOT_YOURS, PAYMENT_INCOMPLETE or CARD_SHARED; Conflict RESERVATION_EXPIRED (the card gets its money
 *   back); Unavailable PAYMENTS_UNAVAILABLE
 */
export async function finishPurchase(
  ctx: Context,
  payment: { listingId: string; buyerId: string; paymentIntentId: string },
): Promise<Purchase> {
  const found = await findPurchaseByPayment(ctx.db, payment.paymentIntentId)
  if (found?.buyerId !== payment.buyerId || found.listingId !== payment.listingId) throw notYours()
  const unsettled = found.state === 'reserved' || found.state === 'expired'
  const purchase = unsettled
    ? await settle(ctx, found.id, await cardProvider(ctx).retrievePayment(payment.paymentIntentId))
    : found
  await refuseIfCardWasRefused(ctx.db, purchase)
  if (purchase.state === 'expired')
    throw new Conflict(
      PURCHASING_CODES.RESERVATION_EXPIRED,
      `Your reservation had expired before the payment arrived. The ${PLATFORM_FEE} go back to your card.`,
    )
  return purchase
}
