import type { Context } from '../../../platform/context.ts'
import { cardProvider, type Refund } from '../card/card-provider.ts'
import { refundsOf, type CardRefund } from './card-refund.ts'
import { findOrder } from '../purchase/read-purchase.ts'

/**
 * Sends what the card is to get back for cancelled things, or for a payment that came too late. The tokens are back
 * already. A refund that the provider refuses is `refund_failed`, for the admin to see. One that had arrived is asked
 * about again: a card that was closed meanwhile makes it fail even then.
 * @throws {Unavailable} when the provider does not answer: the job comes again, with the same idempotency key
 */
export async function refundCard(ctx: Context, purchaseId: string): Promise<void> {
  const order = await findOrder(ctx.db, purchaseId)
  if (!order || order.paymentIntentId === null) return
  for (const due of (await refundsOf(ctx.db, [purchaseId])).get(purchaseId) ?? []) {
    if (due.failure !== null) continue
    const whole = due.amountCents === order.cardAmountCents
    const refund = await askForRefund(ctx, due, { paymentIntentId: order.paymentIntentId, whole })
    if (refund.status === 'failed')
      ctx.log.error({ purchaseId, key: due.key, reason: refund.failureReason }, 'the card refund failed')
    await note(ctx, due, refund)
  }
}

/** One that was begun is asked about: repeating the request would only answer what the first one did. */
function askForRefund(
  ctx: Context,
  { key, refundId, amountCents }: CardRefund,
  { paymentIntentId, whole }: { paymentIntentId: string; whole: boolean },
): Promise<Refund> {
  const provider = cardProvider(ctx)
  if (refundId !== null) return provider.retrieveRefund(refundId)
  return provider.refundPayment({ paymentIntentId, key, ...(!whole && { amountCents }) })
}

/** Written down once, with the lines. Of two that ask at the same time, the one that hears of the failure has the last word. */
async function note(ctx: Context, { key }: CardRefund, { id, status, failureReason }: Refund): Promise<void> {
  await ctx.db.raw(
    `with noted as (
       update card_refund set refund_id = :id, refunded_at = :refundedAt, failure = :failure
       where key = :key and failure is null and (refunded_at is null or :failure::text is not null)
       returning key
     )
     update purchase_line set state = :state from noted where refund_key = noted.key and state in ('refund_due', 'refunded')`,
    {
      key,
      id,
      refundedAt: status === 'succeeded' ? ctx.clock.now() : null,
      failure: status === 'failed' ? (failureReason ?? 'refused') : null,
      state: { pending: 'refund_due', succeeded: 'refunded', failed: 'refund_failed' }[status],
    },
  )
}
