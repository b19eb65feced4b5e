import type Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { transact } from '../../platform/database.ts'
import { Conflict } from '../../platform/errors.ts'
import { PLATFORM_FEE_CENTS, PURCHASING_CODES, type StartedPurchase } from './contract.ts'
import { expireReservation } from './expire-reservation.ts'
import { openPayment, retrievePayment } from './payments.ts'
import { Purchase } from './purchase.ts'
import { alreadyPaid, LapsedReservation, reserveItem, type PurchaseOrder } from './reserve-item.ts'
import { settle } from './settle.ts'

/**
 * Reserves the item and holds the tokens, then opens the card payment. The secret that lets the browser pay goes out
 * only once the payment's id is saved: a payment that nobody knows of can not be made.
 * @throws what {@link reserveItem} throws; Unavailable PAYMENTS_UNAVAILABLE: the reservation stays, a repeat resumes it
 */
export async function startPurchase(ctx: Context, order: PurchaseOrder): Promise<StartedPurchase> {
  const purchase = await reserve(ctx, order)
  const intent = await paymentOf(ctx, purchase)
  if (intent.client_secret === null) throw new Error(`payment ${intent.id} has no client secret`)
  return {
    purchaseId: purchase.id,
    clientSecret: intent.client_secret,
    amountCents: PLATFORM_FEE_CENTS,
    publishableKey: ctx.config.STRIPE_PUBLISHABLE_KEY || null,
    sandbox: !ctx.config.stripe,
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

async function paymentOf(ctx: Context, purchase: Purchase): Promise<Stripe.PaymentIntent> {
  if (purchase.paymentIntentId === null) {
    const opened = await openPayment(ctx, purchase)
    await savePaymentId(ctx, purchase.id, opened.id)
    return opened
  }
  const intent = await retrievePayment(ctx, purchase.paymentIntentId)
  if (intent.status === 'succeeded') {
    // Paid in another tab, and neither its call nor the webhook has been here yet.
    await settle(ctx, purchase.id, intent)
    throw alreadyPaid()
  }
  if (intent.status === 'canceled') throw expired()
  return intent
}

async function savePaymentId(ctx: Context, purchaseId: string, paymentIntentId: string): Promise<void> {
  const saved = await Purchase.query(ctx.db)
    .findById(purchaseId)
    .where('state', 'reserved')
    .where('expiresAt', '>', ctx.clock.now())
    .patch({ paymentIntentId })
  if (saved === 0) throw expired()
}

const expired = () =>
  new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
