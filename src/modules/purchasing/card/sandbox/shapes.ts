import type Stripe from 'stripe'
import type { z } from 'zod'
import { newId, seconds } from './objects.ts'
import type { CreatePaymentIntent } from './parameters.ts'

/* The provider's objects, complete: the types of its client are the check. */

export function newPaymentIntent(fields: z.output<typeof CreatePaymentIntent>, now: Date): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: fields.allowed_payment_method_types ?? null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: fields.automatic_payment_methods ?? null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: seconds(now),
    currency: fields.currency,
    customer: null,
    customer_account: null,
    description: fields.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

export function newRefund(
  intent: Stripe.PaymentIntent,
  fields: {
    amount: number
    reason?: Stripe.Refund.Reason | undefined
    metadata: Record<string, string>
    status: 'pending' | 'succeeded'
  },
  now: Date,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: fields.amount,
    balance_transaction: null,
    charge: intent.latest_charge,
    created: seconds(now),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    metadata: fields.metadata,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    ...(fields.status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason: fields.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: fields.status,
    transfer_reversal: null,
  }
}

/** Cents given back or on their way; one that failed gave nothing. */
export const refundedOf = (refunds: Stripe.Refund[]) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)

/** The last attempt to charge the card of a payment that had one. */
export function chargeOf(intent: Stripe.PaymentIntent, refunds: Stripe.Refund[]): Stripe.Charge {
  const paid = intent.status === 'succeeded'
  const failure = intent.last_payment_error
  const refunded = refundedOf(refunds)
  return {
    id: intent.latest_charge as string,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: paid,
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: intent.id,
    payment_method: intent.payment_method as string | null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: paid && refunded === intent.amount_received,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}
