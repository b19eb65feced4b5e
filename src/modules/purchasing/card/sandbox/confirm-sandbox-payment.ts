import type { Context } from '../../../../platform/context.ts'
import { Conflict, NotFound } from '../../../../platform/errors.ts'
import { PURCHASING_CODES } from '../../contract.ts'
import { ask, CardDeclined, refusedFor } from '../card-errors.ts'
import { cardProvider } from '../card-provider.ts'
import { words } from '../../../../platform/language/words.ts'
import { connectStripe } from '../stripe-client.ts'
import { paymentMethodOf } from './test-cards.ts'

export interface ConfirmedPayment {
  /** `requires_action`: the bank wants this card to be confirmed once more. */
  status: 'succeeded' | 'requires_action'
  paymentIntentId: string
}

/**
 * Plays the part of the provider's own card form in the browser, for the card sandbox.
 * @throws {CardDeclined} 402 with the bank's words, or for a number that is no test card
 * @throws {Conflict} RESERVATION_EXPIRED where the payment has been cancelled
 * @throws {NotFound} for a payment that is not the caller's, and everywhere real cards are taken
 */
export async function confirmSandboxPayment(
  ctx: Context,
  payment: { clientSecret: string; cardNumber: string; callerId: string },
): Promise<ConfirmedPayment> {
  if (ctx.config.stripe || !ctx.config.sandboxAllowed) throw new NotFound('There is nothing at this address')
  const [, paymentIntentId] = /^(pi_\w+)_secret_\w+$/.exec(payment.clientSecret) ?? []
  if (paymentIntentId === undefined) throw notFound()
  const stand = () => cardProvider(ctx).retrievePayment(paymentIntentId)
  const { clientSecret, metadata, status } = await stand()
  if (clientSecret !== payment.clientSecret || metadata.buyer !== payment.callerId) throw notFound()
  if (status === 'succeeded') return { status, paymentIntentId }
  const paymentMethod = paymentMethodOf(payment.cardNumber)
  if (paymentMethod === undefined) throw new CardDeclined(words('Your card number is incorrect.'))
  try {
    const { client } = connectStripe(ctx)
    const confirmed = await ask(() => client.paymentIntents.confirm(paymentIntentId, { payment_method: paymentMethod }))
    return { status: confirmed.status === 'requires_action' ? 'requires_action' : 'succeeded', paymentIntentId }
  } catch (error) {
    if (!refusedFor(error, 'payment_intent_unexpected_state')) throw error
    if ((await stand()).status === 'succeeded') return { status: 'succeeded', paymentIntentId }
    throw new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
  }
}

const notFound = () => new NotFound('Payment not found', PURCHASING_CODES.PAYMENT_NOT_FOUND)
