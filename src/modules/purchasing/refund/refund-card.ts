import type { Context } from '../../../platform/context.ts'
import { cardProvider, type Refund } from '../card/card-provider.ts'
import { findPurchase, Purchase } from '../purchase.ts'

/**
 * Sends the card fee of a cancelled purchase, or of one that was paid too late, back. The tokens are back already.
 * A refund that the provider refuses is `refund_failed`, for the admin to see.
 * @throws {Unavailable} when the provider does not answer: the job comes again, with the same idempotency key
 */
export async function refundCard(ctx: Context, purchaseId: string): Promise<void> {
  const purchase = await findPurchase(ctx.db, purchaseId)
  if (!purchase || !isDue(purchase) || purchase.paymentIntentId === null) return
  const refund = await askForRefund(ctx, purchase, purchase.paymentIntentId)
  const cancelled = purchase.state === 'refund_due'
  if (refund.status === 'failed') ctx.log.error({ purchaseId, reason: refund.failureReason }, 'the card refund failed')
  await stillDue(ctx, purchase).patch({
    refundId: refund.id,
    ...(refund.status === 'succeeded' && { refundedAt: ctx.clock.now(), ...(cancelled && { state: 'refunded' }) }),
    ...(refund.status === 'failed' && {
      refundFailure: refund.failureReason ?? 'refused',
      ...(cancelled && { state: 'refund_failed' }),
    }),
  })
}

function isDue({ state, latePaymentAt, refundedAt, refundFailure }: Purchase): boolean {
  if (state === 'refund_due') return true
  return state === 'expired' && latePaymentAt !== null && refundedAt === null && refundFailure === null
}

/** One that was pending is asked about: repeating the request would only answer what the first one did. */
function askForRefund(ctx: Context, purchase: Purchase, paymentIntentId: string): Promise<Refund> {
  const provider = cardProvider(ctx)
  if (purchase.refundId !== null) return provider.retrieveRefund(purchase.refundId)
  return provider.refundPayment({ paymentIntentId, key: `${purchase.reference}:refund` })
}

/** Two that work on the same refund get the same answer from the provider; the first writes it down. */
function stillDue(ctx: Context, { id, state }: Purchase) {
  return Purchase.query(ctx.db).findById(id).where({ state }).whereNull('refunded_at').whereNull('refund_failure')
}
