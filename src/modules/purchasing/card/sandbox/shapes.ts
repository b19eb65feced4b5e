import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { z } from 'zod'
import type { CreatePaymentIntent, CreateRefund } from './parameters.ts'

/* The provider's objects, with the fields that the market or its tests look at. */

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
/** The provider's times are whole seconds. */
export const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

type Always = 'id' | 'object' | 'amount' | 'currency' | 'status'
export type PaymentIntent = Partial<Stripe.PaymentIntent> &
  Pick<Stripe.PaymentIntent, Always | 'amount_received'> & {
    latest_charge: string | null
    payment_method: string | null
  }
export type Refund = Partial<Stripe.Refund> & Pick<Stripe.Refund, Always>

export function newPaymentIntent(fields: z.output<typeof CreatePaymentIntent>, now: Date): PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: fields.allowed_payment_method_types ?? null,
    amount: fields.amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: newId(`${id}_secret`),
    created: seconds(now),
    currency: fields.currency,
    description: fields.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: fields.metadata,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
}

export function newRefund(
  intent: PaymentIntent,
  fields: Pick<Refund, 'amount' | 'status'> & Pick<z.output<typeof CreateRefund>, 'metadata' | 'reason'>,
  now: Date,
): Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: fields.amount,
    charge: intent.latest_charge,
    created: seconds(now),
    currency: intent.currency,
    metadata: fields.metadata,
    payment_intent: intent.id,
    reason: fields.reason ?? null,
    status: fields.status,
  }
}

/** Cents given back or on their way; one that failed gave nothing. */
export const refundedOf = (refunds: Refund[]) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)

/** The last attempt to charge the card of a payment that had one. */
export function chargeOf(intent: PaymentIntent, refunds: Refund[]): Partial<Stripe.Charge> {
  const paid = intent.status === 'succeeded'
  const refunded = refundedOf(refunds)
  return {
    id: intent.latest_charge as string,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: refunded,
    currency: intent.currency,
    failure_message: intent.last_payment_error?.message ?? null,
    paid,
    payment_intent: intent.id,
    refunded: paid && refunded === intent.amount_received,
    status: paid ? 'succeeded' : 'failed',
  }
}
