import Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { findPurchase, Purchase } from './purchase.ts'
import { existingRefund, refundPayment, refusedWith, retrieveRefund } from './payments.ts'

/**
 * Sends the card fee of a cancelled purchase, or of one that was paid too late, back. The tokens are back already.
 * A refund that the provider refuses is `refund_failed`, for the admin to see.
 * @throws Unavailable when the provider does not answer: the job comes again, with the same idempotency key
 */
export async function refundCard(ctx: Context, purchaseId: string): Promise<void> {
  const purchase = await findPurchase(ctx.db, purchaseId)
  if (!purchase || !isDue(purchase) || purchase.paymentIntentId === null) return
  const refund = await requestRefund(ctx, purchase, purchase.paymentIntentId)
  const { status, id, failure_reason: reason } = refund
  if (status === 'failed' || status === 'canceled') return fail(ctx, purchase, id, reason ?? status)
  if (status !== 'succeeded') {
    // Pending: the provider's event, or the sweeper, asks again.
    await stillDue(ctx, purchase).patch({ refundId: id })
    return
  }
  await stillDue(ctx, purchase).patch({
    refundId: id,
    refundedAt: ctx.clock.now(),
    ...(purchase.state === 'refund_due' ? { state: 'refunded' } : {}),
  })
}

function isDue({ state, latePaymentAt, refundedAt, refundFailure }: Purchase): boolean {
  if (state === 'refund_due') return true
  return state === 'expired' && latePaymentAt !== null && refundedAt === null && refundFailure === null
}

type RefundOutcome = Pick<Stripe.Refund, 'status' | 'failure_reason'> & { id: string | null }

async function requestRefund(ctx: Context, purchase: Purchase, paymentIntentId: string): Promise<RefundOutcome> {
  // A repeated request would only answer what the first one did.
  if (purchase.refundId !== null) return await retrieveRefund(ctx, purchase.refundId)
  try {
    return await refundPayment(ctx, purchase, paymentIntentId)
  } catch (error) {
    // Somebody did it by hand, in the provider's own pages.
    if (refusedWith(error, 'charge_already_refunded')) return await existingRefund(ctx, paymentIntentId)
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return { id: null, status: 'failed', failure_reason: error.message }
  }
}

async function fail(ctx: Context, purchase: Purchase, refundId: string | null, reason: string): Promise<void> {
  ctx.log.error({ purchaseId: purchase.id, reason }, 'the card refund failed')
  await stillDue(ctx, purchase).patch({
    refundId,
    refundFailure: reason,
    ...(purchase.state === 'refund_due' ? { state: 'refund_failed' } : {}),
  })
}

/** Two that work on the same refund get the same answer from the provider; the first writes it down. */
function stillDue(ctx: Context, { id, state }: Purchase) {
  return Purchase.query(ctx.db).findById(id).where('state', state).whereNull('refundedAt').whereNull('refundFailure')
}
