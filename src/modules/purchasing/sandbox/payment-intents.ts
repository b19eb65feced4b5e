import { TEST_CARDS } from './cards.ts'
import { emit } from './emit.ts'
import { invalid, SandboxError } from './errors.ts'
import { onlyKnown, requiredText, texts, type Form } from './form.ts'
import { insertObject, lockIntent, newId, updateIntent, type SandboxIntent } from './objects.ts'
import type { Call } from './api.ts'

const CURRENCIES = ['usd']
/** The provider takes no less than this, in cents. */
const SMALLEST_CHARGE = 50
const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']

export async function createIntent({ trx, form, now }: Call): Promise<SandboxIntent> {
  onlyKnown(form, ['amount', 'currency', 'automatic_payment_methods', 'description', 'metadata'])
  const id = newId('pi')
  const intent: SandboxIntent = {
    id,
    object: 'payment_intent',
    amount: amountOf(form),
    amount_capturable: 0,
    amount_received: 0,
    automatic_payment_methods: { enabled: texts(form, 'automatic_payment_methods')['enabled'] === 'true' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: Math.floor(now.getTime() / 1000),
    currency: currencyOf(form),
    description: typeof form['description'] === 'string' ? form['description'] : null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: texts(form, 'metadata'),
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  }
  await insertObject(trx, intent, now)
  await emit(trx, 'payment_intent.created', intent, now)
  return intent
}

export async function retrieveIntent({ trx, form, id }: Call): Promise<SandboxIntent> {
  onlyKnown(form, ['client_secret'])
  return lockIntent(trx, id)
}

/** @returns the payment, or the error that a declined card answers with: the decline itself is kept */
export async function confirmIntent({ trx, form, id, now }: Call): Promise<SandboxIntent | SandboxError> {
  onlyKnown(form, ['payment_method'])
  const intent = await lockIntent(trx, id)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') throw wrongState(intent)
  const method = requiredText(form, 'payment_method')
  const card = TEST_CARDS[method]
  if (!card) throw invalid(`No such PaymentMethod: '${method}'`, { code: 'resource_missing', param: 'payment_method' })
  const confirmedBefore = intent.status === 'requires_action' && intent.payment_method === method
  Object.assign(intent, { payment_method: method, next_action: null, last_payment_error: null })
  if (card.decline) return decline({ trx, now }, intent, card.decline)
  if (card.authenticate && !confirmedBefore) {
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await updateIntent(trx, intent)
    await emit(trx, 'payment_intent.requires_action', intent, now)
    return intent
  }
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: newId('ch') })
  await updateIntent(trx, intent)
  await emit(trx, 'payment_intent.succeeded', intent, now)
  return intent
}

async function decline(
  { trx, now }: Pick<Call, 'trx' | 'now'>,
  intent: SandboxIntent,
  reason: { decline_code: string; message: string },
): Promise<SandboxError> {
  const error = { type: 'card_error', code: 'card_declined', ...reason } as const
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, last_payment_error: error })
  await updateIntent(trx, intent)
  await emit(trx, 'payment_intent.payment_failed', intent, now)
  return new SandboxError(402, { ...error, payment_intent: intent })
}

export async function cancelIntent({ trx, form, id, now }: Call): Promise<SandboxIntent> {
  onlyKnown(form, ['cancellation_reason'])
  const reason = form['cancellation_reason'] ?? null
  if (reason !== null && !(typeof reason === 'string' && CANCELLATION_REASONS.includes(reason)))
    throw invalid('Invalid cancellation_reason', { param: 'cancellation_reason' })
  const intent = await lockIntent(trx, id)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') throw wrongState(intent)
  const canceled_at = Math.floor(now.getTime() / 1000)
  Object.assign(intent, { status: 'canceled', canceled_at, cancellation_reason: reason, next_action: null })
  await updateIntent(trx, intent)
  await emit(trx, 'payment_intent.canceled', intent, now)
  return intent
}

function wrongState(intent: SandboxIntent): SandboxError {
  return new SandboxError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent's status is ${intent.status}: this can not be done with it any more.`,
    payment_intent: intent,
  })
}

function amountOf(form: Form): number {
  const text = requiredText(form, 'amount')
  if (!/^\d{1,8}$/.test(text))
    throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: 'amount' })
  const amount = Number(text)
  if (amount < SMALLEST_CHARGE)
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  return amount
}

function currencyOf(form: Form): string {
  const currency = requiredText(form, 'currency')
  if (!CURRENCIES.includes(currency)) throw invalid(`Invalid currency: ${currency}`, { param: 'currency' })
  return currency
}
