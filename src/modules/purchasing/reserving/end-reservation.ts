import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { cardProvider } from '../card/card-provider.ts'
import { endReservationIn, type WhyEnded } from './end-reservation-in.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { lockWithListings } from '../purchase/lock-purchase.ts'
import type { Order } from '../purchase/purchase.ts'
import { settle } from '../buying/settle.ts'

/**
 * Ends a reservation that has run out; see {@link endReservation}. Does nothing to a purchase that is not overdue.
 * @throws Unavailable when the provider does not answer: the reservation stays for the next round
 */
export async function endOverdueReservation(ctx: Context, purchaseId: string): Promise<void> {
  const order = await findOrder(ctx.db, purchaseId)
  if (order?.state !== 'reserved' || order.expiresAt > ctx.clock.now()) return
  await endReservation(ctx, order, 'not_paid_in_time')
}

/**
 * The payment is cancelled at the provider first, so that nobody can pay for what is free again; one that succeeded
 * after all is settled instead, and one that is being worked on leaves everything as it is.
 * @throws Unavailable when the provider does not answer: the reservation stays
 */
export async function endReservation(ctx: Context, order: Order, why: WhyEnded): Promise<void> {
  if (order.paymentIntentId !== null && !(await isUnpayable(ctx, order, order.paymentIntentId))) return
  await transact(ctx.db, (trx) => expire(trx, order, { why, now: ctx.clock.now() }))
}

/** Whether the payment can never succeed any more. */
async function isUnpayable(ctx: Context, order: Order, paymentIntentId: string): Promise<boolean> {
  try {
    const payment = await cardProvider(ctx).cancelPayment(paymentIntentId)
    if (payment.status === 'succeeded') await settle(ctx, order, payment)
    return payment.status === 'canceled'
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    ctx.log.warn({ purchaseId: order.id, paymentIntentId }, 'the card provider does not know this payment')
    return true
  }
}

async function expire(trx: Trx, seen: Order, { why, now }: { why: WhyEnded; now: Date }): Promise<void> {
  const order = await lockWithListings(trx, seen.id)
  // A payment opened since the check has not been cancelled; the next run does it.
  if (order.state !== 'reserved' || order.paymentIntentId !== seen.paymentIntentId) return
  await endReservationIn(trx, order, { why, now })
}
