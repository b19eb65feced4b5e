import Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { Conflict } from '../../platform/errors.ts'
import { PURCHASING_CODES } from './contract.ts'
import { reach, refusedWith, retrievePayment, stripeOf } from './payments.ts'
import { findPurchaseByPayment } from './purchase.ts'
import { paymentMethodOf } from './sandbox/cards.ts'
import { notYours } from './settle.ts'

export interface SandboxPayment {
  status: string
  paymentIntentId: string
  /** What the card's bank said, where it did not pay. */
  message?: string
}

/**
 * Plays the provider's card form: confirms a payment with a test card.
 * @throws AppError 402 PAYMENT_NOT_YOURS; Conflict RESERVATION_EXPIRED or ALREADY_PAID
 */
export async function payInSandbox(
  ctx: Context,
  { buyerId, clientSecret, cardNumber }: { buyerId: string; clientSecret: string; cardNumber: string },
): Promise<SandboxPayment> {
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
  const purchase = await findPurchaseByPayment(ctx.db, paymentIntentId)
  if (purchase?.buyerId !== buyerId) throw notYours()
  const intent = await retrievePayment(ctx, paymentIntentId)
  if (intent.client_secret !== clientSecret) throw notYours()
  const method = paymentMethodOf(cardNumber)
  if (method === undefined)
    return { status: intent.status, paymentIntentId, message: 'Your card number is incorrect. Use a test card.' }
  return confirm(ctx, paymentIntentId, method)
}

async function confirm(ctx: Context, paymentIntentId: string, method: string): Promise<SandboxPayment> {
  try {
    const { status } = await reach(() =>
      stripeOf(ctx).paymentIntents.confirm(paymentIntentId, { payment_method: method }),
    )
    return {
      status,
      paymentIntentId,
      ...(status === 'requires_action' ? { message: 'Your bank asks you to confirm this payment once more.' } : {}),
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { status: 'requires_payment_method', paymentIntentId, message: error.message }
    if (!refusedWith(error, 'payment_intent_unexpected_state')) throw error
    const { status } = await retrievePayment(ctx, paymentIntentId)
    if (status === 'succeeded') return { status, paymentIntentId }
    throw new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
  }
}
