import Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { Unavailable } from '../../platform/errors.ts'
import { PLATFORM_FEE_CENTS, PURCHASING_CODES } from './contract.ts'
import type { Purchase } from './purchase.ts'
import { SANDBOX_KEY, sandboxWebhookSecret } from './sandbox/credentials.ts'
import { sandboxFetch } from './sandbox/fetch.ts'

export const CURRENCY = 'usd'
/** A buyer waits for these; retries repeat the idempotency key, so they do nothing twice. */
const TIMEOUT_MS = 10_000
const NETWORK_RETRIES = 2

const clients = new WeakMap<Context, Stripe>()

/**
 * The card provider: Stripe with keys, else the built-in sandbox behind the very same client. The sandbox is reached
 * without a socket, through the client's own fetch, so it is there in every process and nobody outside can reach it.
 */
export function stripeOf(ctx: Context): Stripe {
  let client = clients.get(ctx)
  if (!client) clients.set(ctx, (client = connect(ctx)))
  return client
}

function connect(ctx: Context): Stripe {
  const { config } = ctx
  const common = { maxNetworkRetries: NETWORK_RETRIES, timeout: TIMEOUT_MS, telemetry: false }
  if (!config.stripe) {
    return new Stripe(SANDBOX_KEY, { ...common, httpClient: Stripe.createFetchHttpClient(sandboxFetch(ctx)) })
  }
  if (config.STRIPE_API_BASE === '') return new Stripe(config.STRIPE_SECRET_KEY, common)
  const { hostname, port, protocol } = new URL(config.STRIPE_API_BASE)
  const http = protocol === 'http:'
  return new Stripe(config.STRIPE_SECRET_KEY, {
    ...common,
    host: hostname,
    port: port === '' ? (http ? 80 : 443) : port,
    protocol: http ? 'http' : 'https',
  })
}

/** Opens the payment of a purchase; repeats, also after a lost reply, answer the same one. */
export function openPayment(ctx: Context, purchase: Purchase): Promise<Stripe.PaymentIntent> {
  return reach(() =>
    stripeOf(ctx).paymentIntents.create(
      {
        amount: PLATFORM_FEE_CENTS,
        currency: CURRENCY,
        automatic_payment_methods: { enabled: true },
        metadata: paymentMetadata(purchase),
      },
      { idempotencyKey: purchase.reference },
    ),
  )
}

/** What the provider keeps with the payment, and what is compared before the payment counts. */
export function paymentMetadata(purchase: Purchase): Record<'purchaseId' | 'itemId' | 'buyerId', string> {
  return { purchaseId: purchase.id, itemId: purchase.listingId ?? '', buyerId: purchase.buyerId }
}

export function retrievePayment(ctx: Context, paymentIntentId: string): Promise<Stripe.PaymentIntent> {
  return reach(() => stripeOf(ctx).paymentIntents.retrieve(paymentIntentId))
}

/** Cancels the payment, and answers how it stands at the provider: it may have succeeded before. */
export async function cancelPayment(ctx: Context, paymentIntentId: string): Promise<Stripe.PaymentIntent> {
  try {
    const reason = { cancellation_reason: 'abandoned' } as const
    return await reach(() => stripeOf(ctx).paymentIntents.cancel(paymentIntentId, reason))
  } catch (error) {
    if (!refusedWith(error, 'payment_intent_unexpected_state')) throw error
    return await retrievePayment(ctx, paymentIntentId)
  }
}

/** Sends the card fee back; repeats, also after a lost reply, answer the same refund. */
export function refundPayment(ctx: Context, purchase: Purchase, paymentIntentId: string): Promise<Stripe.Refund> {
  const params = { payment_intent: paymentIntentId, metadata: { purchaseId: purchase.id } }
  return reach(() => stripeOf(ctx).refunds.create(params, { idempotencyKey: `${purchase.reference}:refund` }))
}

export async function webhookSecret(ctx: Context): Promise<string> {
  return ctx.config.stripe ? ctx.config.STRIPE_WEBHOOK_SECRET : sandboxWebhookSecret(ctx.db)
}

/** Whether the provider understood the request and refused it with that code. */
export function refusedWith(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code
}

/** @throws {Unavailable} PAYMENTS_UNAVAILABLE where no answer that counts came from the provider */
export async function reach<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const answered =
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use')
    if (answered || !(error instanceof Stripe.errors.StripeError)) throw error
    const away = new Unavailable(
      'Card payments are not available right now. Please try again in a moment.',
      PURCHASING_CODES.PAYMENTS_UNAVAILABLE,
    )
    away.cause = error
    throw away
  }
}

export function retrieveRefund(ctx: Context, refundId: string): Promise<Stripe.Refund> {
  return reach(() => stripeOf(ctx).refunds.retrieve(refundId))
}

/** The refund that a payment has had already. @throws Error where it has none after all */
export async function existingRefund(ctx: Context, paymentIntentId: string): Promise<Stripe.Refund> {
  const { data } = await reach(() => stripeOf(ctx).refunds.list({ payment_intent: paymentIntentId, limit: 1 }))
  if (!data[0]) throw new Error(`payment ${paymentIntentId} has no refund`)
  return data[0]
}
