import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { ask, failedItself, refusedFor } from './card-errors.ts'
import { connectStripe, type StripeConnection } from './stripe-client.ts'

/** A card payment as the provider has it now. Amounts in the currency's smallest unit: cents. */
export interface Payment {
  id: string
  /** `open`: not paid (yet); it may still become either of the others. */
  status: 'open' | 'succeeded' | 'canceled'
  amount: number
  amountReceived: number
  /** Cents that have been given back, or are on their way; known from `retrievePayment` and `listPayments`, 0 elsewhere. */
  amountRefunded: number
  currency: string
  /** The same for every payment with the same card; known from `retrievePayment`, null where the provider gives none. */
  cardFingerprint: string | null
  /** Authorizes paying in the browser. */
  clientSecret: string
  metadata: { purchase?: string; item?: string; buyer?: string }
}

export interface Refund {
  /** Null where the provider refused to begin. */
  id: string | null
  /** `pending`: the outcome comes by event or `retrieveRefund`. */
  status: 'pending' | 'succeeded' | 'failed'
  failureReason: string | null
}

/** An event of the provider. It may be repeated, out of order or late: retrieve the current state. */
export interface CardEvent {
  id: string
  type: string
  createdAt: Date
  paymentIntentId: string | null
  refundId: string | null
}

export interface NewPayment {
  purchaseId: string
  listingIds: string[]
  buyerId: string
  amountCents: number
  currency: string
  /** When it was asked for first, where that came to nothing. */
  repeatedSince?: Date | undefined
}

/** The text by which a payment names its listings: it has room for ten listings. */
export const itemsOf = (listingIds: string[]): string => listingIds.join()

export interface NewRefund {
  paymentIntentId: string
  /** The same refund, however often it is asked for. */
  key: string
  /** The whole payment where left out. */
  amountCents?: number
}

/** Every method but `readEvent` throws Unavailable PAYMENTS_UNAVAILABLE where no answer came. See `ask`. */
export interface CardProvider {
  /** No real money moves. */
  sandbox: boolean
  publishableKey: string | null
  /** Opens the payment of a purchase; a repeat answers the same one. */
  createPayment(purchase: NewPayment): Promise<Payment>
  /** @throws {NotFound} PAYMENT_NOT_FOUND */
  retrievePayment(id: string): Promise<Payment>
  /**
   * Cancels, and answers how the payment stands then: one that has succeeded stays so, one that is being worked on
   * stays `open`.
   * @throws {NotFound} PAYMENT_NOT_FOUND
   */
  cancelPayment(id: string): Promise<Payment>
  /**
   * Gives a payment back, or a part of it. A repeat answers the same refund, and so does a whole payment that has been
   * refunded before, in whatever way; what can't be refunded answers `failed`.
   * @throws {NotFound} PAYMENT_NOT_FOUND
   */
  refundPayment(refund: NewRefund): Promise<Refund>
  retrieveRefund(id: string): Promise<Refund>
  /** Payments opened since then, newest first. */
  listPayments(since: Date): AsyncIterable<Payment>
  /** @throws AppError 400 BAD_SIGNATURE for bytes that the provider has not signed in the last five minutes */
  readEvent(rawBody: Buffer, signature: string): CardEvent
}

const EVENT_TOLERANCE_SECONDS = 300
const FINAL = ['succeeded', 'canceled'] as const

/** The one way to the card provider; which one it is follows from the configuration. */
export function cardProvider(ctx: Context): CardProvider {
  const connection = connectStripe(ctx)
  const { client } = connection
  const retrieve = async (id: string) =>
    presentPayment(await ask(() => client.paymentIntents.retrieve(id, { expand: ['latest_charge'] })))
  return {
    sandbox: !ctx.config.stripe,
    publishableKey: ctx.config.STRIPE_PUBLISHABLE_KEY || null,
    createPayment: (purchase) => open(client, purchase),
    retrievePayment: retrieve,
    async cancelPayment(id) {
      // No idempotency key: it would replay an old refusal that no longer applies.
      const cancel = () => client.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
      try {
        return presentPayment(await ask(cancel))
      } catch (error) {
        if (!refusedFor(error, 'payment_intent_unexpected_state')) throw error
        return retrieve(id)
      }
    },
    refundPayment: (refund) => giveBack(client, refund),
    retrieveRefund: async (id) => presentRefund(await ask(() => client.refunds.retrieve(id))),
    listPayments: (since) => listPayments(client, since),
    readEvent: (rawBody, signature) => readEvent(ctx, connection, rawBody, signature),
  }
}

/**
 * The provider keeps whatever it answered first under a key, an error of its own, too: for such a key there never is
 * another answer. So a repeat looks for what the first request has made, and else asks under a new key. Nobody can pay
 * the one of two payments whose id is not saved.
 */
async function open(client: Stripe, purchase: NewPayment): Promise<Payment> {
  const key = `purchase:${purchase.purchaseId}:create`
  try {
    return await create(client, purchase, key)
  } catch (error) {
    if (!purchase.repeatedSince || !failedItself(error)) throw error
  }
  for await (const payment of listPayments(client, purchase.repeatedSince))
    if (payment.metadata.purchase === purchase.purchaseId) return payment
  return create(client, purchase, `${key}:${randomUUID()}`)
}

async function create(client: Stripe, purchase: NewPayment, idempotencyKey: string): Promise<Payment> {
  const { purchaseId, listingIds, buyerId, amountCents, currency } = purchase
  const params: Stripe.PaymentIntentCreateParams = {
    amount: amountCents,
    currency,
    // Cards alone: a bank debit takes days to succeed, and the item is reserved for minutes.
    allowed_payment_method_types: ['card'],
    description: 'Platform fee',
    metadata: { purchase: purchaseId, item: itemsOf(listingIds), buyer: buyerId },
  }
  return presentPayment(await ask(() => client.paymentIntents.create(params, { idempotencyKey })))
}

async function giveBack(client: Stripe, refund: NewRefund): Promise<Refund> {
  const standing = await findStanding(client, refund)
  if (standing) return standing
  const { paymentIntentId, key, amountCents } = refund
  const params: Stripe.RefundCreateParams = {
    payment_intent: paymentIntentId,
    reason: 'requested_by_customer',
    // By this a repeat knows its own among the parts that were given back.
    ...(amountCents !== undefined && { amount: amountCents, metadata: { key } }),
  }
  const create = async (idempotencyKey: string) =>
    presentRefund(await ask(() => client.refunds.create(params, { idempotencyKey })))
  try {
    return await create(key).catch(async (error: unknown) => {
      if (!failedItself(error)) throw error
      // As in {@link open}, an error that is kept is followed by another key, unless the refund was made all the same.
      return (await findStanding(client, refund)) ?? create(`${key}:${randomUUID()}`)
    })
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if (error.code !== 'charge_already_refunded') return { id: null, status: 'failed', failureReason: error.message }
    const made = await findStanding(client, refund)
    if (made) return made
    if (amountCents !== undefined) return { id: null, status: 'failed', failureReason: error.message }
    throw new Error(`${paymentIntentId} is refunded already, without a refund`, { cause: error })
  }
}

/** The refund of a payment that counts: the answer to an earlier request may have been lost, or an error. */
async function findStanding(client: Stripe, refund: NewRefund): Promise<Refund | undefined> {
  const { paymentIntentId, key, amountCents } = refund
  const { data } = await ask(() => client.refunds.list({ payment_intent: paymentIntentId, limit: 100 }))
  const its = amountCents === undefined ? data : data.filter(({ metadata }) => metadata?.['key'] === key)
  const made = its.map(presentRefund)
  return made.find((one) => one.status === 'succeeded') ?? made.find((one) => one.status === 'pending') ?? made[0]
}

async function* listPayments(client: Stripe, since: Date): AsyncIterable<Payment> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const pages = client.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] })
  const payments = pages[Symbol.asyncIterator]()
  for (;;) {
    const next = await ask(() => payments.next())
    if (next.done === true) return
    yield presentPayment(next.value)
  }
}

function readEvent(ctx: Context, { webhookSecret }: StripeConnection, rawBody: Buffer, signature: string): CardEvent {
  const now = ctx.clock.now().getTime()
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, EVENT_TOLERANCE_SECONDS, undefined, now)
  } catch {
    // Whatever it throws, the sender has sent: of an empty signature it is a plain error.
    throw unsigned()
  }
  if (!CardEventShape.safeParse(event).success) throw unsigned()
  return presentEvent(event)
}

const unsigned = () =>
  new AppError(PURCHASING_CODES.BAD_SIGNATURE, 400, 'This is not a card event signed for this market')

function presentPayment(intent: Stripe.PaymentIntent): Payment {
  const { id, status, amount, amount_received, currency, client_secret, latest_charge, metadata } = intent
  if (client_secret === null) throw new Error(`payment ${id} has no client secret`)
  return {
    id,
    status: FINAL.find((final) => final === status) ?? 'open',
    amount,
    amountReceived: amount_received,
    amountRefunded: typeof latest_charge === 'object' ? (latest_charge?.amount_refunded ?? 0) : 0,
    currency,
    cardFingerprint: typeof latest_charge === 'object' ? fingerprintOf(latest_charge) : null,
    clientSecret: client_secret,
    metadata,
  }
}

const fingerprintOf = (charge: Stripe.Charge | null) => charge?.payment_method_details?.card?.fingerprint ?? null

function presentRefund({ id, status, failure_reason }: Stripe.Refund): Refund {
  if (status === 'succeeded') return { id, status, failureReason: null }
  const failed = status === 'failed' || status === 'canceled'
  return { id, status: failed ? 'failed' : 'pending', failureReason: failed ? (failure_reason ?? status) : null }
}

/** Somebody who has the secret may still send anything. */
const CardEventShape = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.object({}) }),
})

function presentEvent({ id, type, created, data }: Stripe.Event): CardEvent {
  const object = data.object as { object: string; id?: string; payment_intent?: string | { id: string } | null }
  const { payment_intent: intent } = object
  return {
    id,
    type,
    createdAt: new Date(created * 1000),
    paymentIntentId:
      object.object === 'payment_intent'
        ? (object.id ?? null)
        : typeof intent === 'string'
          ? intent
          : (intent?.id ?? null),
    refundId: object.object === 'refund' ? (object.id ?? null) : null,
  }
}
