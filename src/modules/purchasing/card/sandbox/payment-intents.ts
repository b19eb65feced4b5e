import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Reader } from '../../../../platform/database.ts'
import { chargeOf, newId, newPaymentIntent, type PaymentIntent, seconds } from './shapes.ts'
import {
  findPaymentIntent,
  insertObject,
  listPaymentIntents,
  lockPaymentIntent,
  refundsOf,
  saveObject,
  type Call,
  type Look,
} from './objects.ts'
import type {
  CancelPaymentIntent,
  ConfirmPaymentIntent,
  CreatePaymentIntent,
  ListPaymentIntents,
  RetrievePaymentIntent,
} from './parameters.ts'
import { invalid, missing, SandboxError } from './sandbox-error.ts'
import { findTestCard, type TestCard } from './test-cards.ts'

export async function createPaymentIntent(
  { trx, now }: Call,
  params: z.output<typeof CreatePaymentIntent>,
): Promise<PaymentIntent> {
  const intent = newPaymentIntent(params, now)
  await insertObject(trx, intent, now)
  return intent
}

export async function retrievePaymentIntent(
  { reader, id }: Look,
  { expand }: z.output<typeof RetrievePaymentIntent>,
): Promise<object> {
  const intent = await findPaymentIntent(reader, id)
  if (!intent) throw noIntent(id)
  return expand.length > 0 ? withCharge(reader, intent) : intent
}

export async function listIntents(
  { reader }: Look,
  { created, limit, starting_after, expand }: z.output<typeof ListPaymentIntents>,
): Promise<object> {
  const since = new Date((created.gte ?? 0) * 1000)
  if (starting_after !== undefined && !(await findPaymentIntent(reader, starting_after)))
    throw missing('payment_intent', starting_after, { param: 'starting_after', status: 400 })
  const found = await listPaymentIntents(reader, { since, after: starting_after ?? null, limit: limit + 1 })
  const page = found.slice(0, limit)
  const data: object[] = []
  for (const intent of page) data.push(expand.length > 0 ? await withCharge(reader, intent) : intent)
  return { object: 'list', data, has_more: found.length > limit, url: '/v1/payment_intents' }
}

async function withCharge(reader: Reader, intent: PaymentIntent): Promise<object> {
  if (intent.latest_charge === null) return intent
  return { ...intent, latest_charge: chargeOf(intent, await refundsOf(reader, intent.id)) }
}

/** @throws {SandboxError} 402 where the card is declined, after that has been written down */
export async function confirmPaymentIntent(
  call: Call,
  params: z.output<typeof ConfirmPaymentIntent>,
): Promise<PaymentIntent> {
  const intent = await lockIntent(call)
  if (intent.status === 'succeeded')
    throw unexpected(
      intent,
      'confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  if (intent.status === 'canceled')
    throw unexpected(
      intent,
      'confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    )
  const paymentMethod = params.payment_method ?? intent.payment_method
  if (paymentMethod === null)
    throw unexpected(intent, "confirm this PaymentIntent because it's missing a payment method.")
  const card = findTestCard(paymentMethod)
  if (!card) throw missing('PaymentMethod', paymentMethod, { param: 'payment_method', status: 400 })
  if (card.decline) return decline(call, intent, card.decline)
  if (card.authenticate && intent.status !== 'requires_action') return askForAction(call, intent, paymentMethod)
  return move(call, 'payment_intent.succeeded', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: newId('ch'),
    payment_method: paymentMethod,
    next_action: null,
    last_payment_error: null,
  })
}

function askForAction(call: Call, intent: PaymentIntent, paymentMethod: string): Promise<PaymentIntent> {
  return move(call, 'payment_intent.requires_action', {
    ...intent,
    status: 'requires_action',
    payment_method: paymentMethod,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    last_payment_error: null,
  })
}

async function decline(call: Call, intent: PaymentIntent, reason: NonNullable<TestCard['decline']>): Promise<never> {
  const charge = newId('ch')
  const error = { type: 'card_error', ...reason, charge } as const
  const failed = await move(call, 'payment_intent.payment_failed', {
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge,
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  })
  throw new SandboxError(402, { ...error, payment_intent: failed })
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

export async function cancelPaymentIntent(
  call: Call,
  params: z.output<typeof CancelPaymentIntent>,
): Promise<PaymentIntent> {
  const intent = await lockIntent(call)
  if (!CANCELABLE.includes(intent.status))
    throw unexpected(
      intent,
      `cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    )
  return move(call, 'payment_intent.canceled', {
    ...intent,
    status: 'canceled',
    canceled_at: seconds(call.now),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  })
}

async function lockIntent({ trx, id }: Call): Promise<PaymentIntent> {
  const intent = await lockPaymentIntent(trx, id)
  if (!intent) throw noIntent(id)
  return intent
}

async function move({ trx, emit }: Call, event: Stripe.Event['type'], intent: PaymentIntent): Promise<PaymentIntent> {
  await saveObject(trx, intent)
  await emit(event, intent)
  return intent
}

const noIntent = (id: string) => missing('payment_intent', id, { param: 'intent', status: 404 })

const unexpected = (intent: PaymentIntent, cannot: string) =>
  invalid(`You cannot ${cannot}`, { code: 'payment_intent_unexpected_state', payment_intent: intent })
