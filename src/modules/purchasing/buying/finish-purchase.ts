import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { cardProvider } from '../card/card-provider.ts'
import { findOrderByPayment } from '../purchase/read-purchase.ts'
import { listingIdsOf, type Order } from '../purchase/purchase.ts'
import { notYours, refuseIfCardWasRefused, settle } from './settle.ts'

/**
 * The buyer's browser says that the card has paid. Whether it has is asked of the provider; saying it again, or after
 * the webhook has, changes nothing.
 * @param payment for which purchase, or for which listing in it
 * @throws AppError 402 PAYMENT_NOT_YOURS, PAYMENT_INCOMPLETE, CARD_SHARED or CARD_ALLOWANCE_SPENT; Conflict RESERVATION_EXPIRED
 *   (after these three the card gets its money back); Unavailable PAYMENTS_UNAVAILABLE
 */
export async function finishPurchase(
  ctx: Context,
  payment: { buyerId: string; paymentIntentId: string } & ({ purchaseId: string } | { listingId: string }),
): Promise<Order> {
  const found = await findOrderByPayment(ctx.db, payment.paymentIntentId)
  if (found?.buyerId !== payment.buyerId) throw notYours()
  const meant =
    'purchaseId' in payment ? found.id === payment.purchaseId : listingIdsOf(found.lines).includes(payment.listingId)
  if (!meant) throw notYours()
  const order =
    found.state === 'paid'
      ? found
      : await settle(ctx, found, await cardProvider(ctx).retrievePayment(payment.paymentIntentId))
  await refuseIfCardWasRefused(ctx, order)
  if (order.state === 'expired')
    throw new Conflict(
      PURCHASING_CODES.RESERVATION_EXPIRED,
      order.addedTo !== null && order.expiresAt > ctx.clock.now()
        ? say('The order you added this to was called off. The {charged} go back to your card.', {
            charged: { cents: order.cardAmountCents, currency: order.currency },
          })
        : say('Your reservation had expired before the payment arrived. The {charged} go back to your card.', {
            charged: { cents: order.cardAmountCents, currency: order.currency },
          }),
    )
  return order
}
