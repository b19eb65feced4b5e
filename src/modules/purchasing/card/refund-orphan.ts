import type { Context } from '../../../platform/context.ts'
import { cardProvider, type Refund } from './card-provider.ts'

/**
 * Refunds a card payment that belongs to no purchase. A repeat answers the refund that was made.
 * @throws {NotFound} PAYMENT_NOT_FOUND; {Unavailable} when the provider does not answer
 */
export function refundOrphan(ctx: Context, paymentIntentId: string): Promise<Refund> {
  return cardProvider(ctx).refundPayment({ paymentIntentId, key: `payment:${paymentIntentId}:refund` })
}
