import type { Context } from '../../../platform/context.ts'
import { cardProvider, type Refund } from './card-provider.ts'

/**
 * Refunds a card payment that belongs to no purchase; then nothing is different any more. A repeat answers the refund that was
 * made.
 * @throws {NotFound} PAYMENT_NOT_FOUND; {Unavailable} when the provider does not answer
 */
export async function refundOrphan(ctx: Context, paymentIntentId: string): Promise<Refund> {
  const refund = await cardProvider(ctx).refundPayment({ paymentIntentId, key: `payment:${paymentIntentId}:refund` })
  if (refund.status !== 'failed') await ctx.db('payment_difference').where({ subject: paymentIntentId }).delete()
  return refund
}
