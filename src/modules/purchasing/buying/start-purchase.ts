import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { PLATFORM_FEE_CENTS } from '../constants.ts'
import { PURCHASING_CODES, type StartedPurchase } from '../contract.ts'
import { expireReservation } from './expire-reservation.ts'
import { cardProvider, type Payment } from '../card/card-provider.ts'
import { Purchase } from '../purchase.ts'
import { alreadyPaid, LapsedReservation, reserveItem, type PurchaseOrder } from './reserve-item.ts'
import { settle } from './settle.ts'

/**
 * Reserves the item and holds the tokens, then opens the card payment. The secret that lets the browser pay goes out
 * only once the payment's id is saved: no payment can be made that we don't know of.
 * @throws what {@link reserveItem} throws; Unavailable PAYMENTS_UNAVAILABLE: the reservation stays, a repeat resumes it
 */
export async function startPurchase(ctx: Context, order: PurchaseOrder): Promise<StartedPurchase> {
  const askedAt = ctx.clock.now()
  const purchase = await reserve(ctx, order)
  const { clientSecret } = await paymentOf(ctx, purchase, askedAt)
  const { publishableKey, sandbox } = cardProvider(ctx)
  return {
    purchaseId: purchase.id,
    clientSecret,
    amountCents: PLATFORM_FEE_CENTS,
    publishableKey,
    sandbox,
    expiresAt: purchase.expiresAt.toISOString(),
  }
}

async function reserve(ctx: Context, order: PurchaseOrder): Promise<Purchase> {
  const attempt = () => transact(ctx.db, (trx) => reserveItem(trx, order, ctx.clock.now()))
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof LapsedReservation)) throw error
    await expireReservation(ctx, error.purchaseId)
    return await attempt()
  }
}

async function paymentOf(ctx: Context, purchase: Purchase, askedAt: Date): Promise<Payment> {
  const { id, listingId, buyerId, paymentIntentId, reservedAt } = purchase
  if (listingId === null) throw new Error(`reservation ${id} has no listing`)
  if (paymentIntentId === null) {
    const opened = await cardProvider(ctx).createPayment({
      purchaseId: id,
      listingId,
      buyerId,
      repeatedSince: reservedAt < askedAt ? reservedAt : undefined,
    })
    const saved = await savePaymentId(ctx, id, opened.id)
    // Of two that opened one at the same time, the first to be saved counts.
    return saved === opened.id ? opened : cardProvider(ctx).retrievePayment(saved)
  }
  const payment = await cardProvider(ctx).retrievePayment(paymentIntentId)
  if (payment.status === 'succeeded') {
    // Paid in another tab, and neither its call nor the webhook has been here yet.
    const settled = await settle(ctx, id, payment)
    if (settled.state === 'expired') throw expired()
    throw alreadyPaid()
  }
  if (payment.status === 'canceled') throw expired()
  return payment
}

/** @returns the id that is saved: this one, or the one that was there before */
async function savePaymentId(ctx: Context, purchaseId: string, paymentIntentId: string): Promise<string> {
  const live = () =>
    Purchase.query(ctx.db).findById(purchaseId).where('state', 'reserved').where('expires_at', '>', ctx.clock.now())
  if ((await live().whereNull('payment_intent_id').patch({ paymentIntentId })) === 1) return paymentIntentId
  const saved = (await live())?.paymentIntentId
  if (saved == null) throw expired()
  return saved
}

const expired = () =>
  new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
