import Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { transact, type Trx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { enqueue } from '../../events.ts'
import { PURCHASING_CODES } from './contract.ts'
import { refusedWith, retrievePayment, webhookSecret } from './payments.ts'
import { findPurchaseByPayment } from './purchase.ts'
import { settleIn } from './settle.ts'

const TOLERANCE_SECONDS = 300

/**
 * Takes an event of the card provider. It is recorded once, in the transaction of its effect; doubled, unordered and
 * late ones are harmless, because how the payment stands is asked of the provider and not read from the event.
 * @throws AppError 400 BAD_SIGNATURE; Unavailable when the provider does not answer: it will send the event again
 */
export async function receiveCardEvent(ctx: Context, body: Buffer, signature: string): Promise<void> {
  const event = await verify(ctx, body, signature)
  if (await isKnown(ctx, event.id)) return
  const paymentIntentId = paymentOf(event)
  const intent = event.type === 'payment_intent.succeeded' ? await lookUp(ctx, paymentIntentId) : undefined
  await transact(ctx.db, async (trx) => {
    const now = ctx.clock.now()
    if (!(await record(trx, event, paymentIntentId, now))) return
    const problem = await apply(trx, event, paymentIntentId, intent, now)
    if (problem === undefined) return
    ctx.log.error({ eventId: event.id, type: event.type, problem }, 'a card event could not be applied')
    await trx('card_event').where({ id: event.id }).update({ processed_at: null, problem })
  })
}

async function verify(ctx: Context, body: Buffer, signature: string): Promise<Stripe.Event> {
  const secret = await webhookSecret(ctx)
  try {
    const receivedAt = ctx.clock.now().getTime()
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError) && !(error instanceof SyntaxError))
      throw error
    throw new AppError(PURCHASING_CODES.BAD_SIGNATURE, 400, 'This is not a card event signed for this market')
  }
}

async function isKnown(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.db('card_event').where({ id }).first('id')) !== undefined
}

function paymentOf(event: Stripe.Event): string | null {
  const object = event.data.object as { object: string; id?: string; payment_intent?: unknown }
  if (object.object === 'payment_intent') return object.id ?? null
  return typeof object.payment_intent === 'string' ? object.payment_intent : null
}

async function lookUp(ctx: Context, paymentIntentId: string | null): Promise<Stripe.PaymentIntent | undefined> {
  if (paymentIntentId === null) return undefined
  try {
    return await retrievePayment(ctx, paymentIntentId)
  } catch (error) {
    if (refusedWith(error, 'resource_missing')) return undefined
    throw error
  }
}

/** False where another delivery of the same event was first; one that is under way is waited for. */
async function record(trx: Trx, event: Stripe.Event, paymentIntentId: string | null, now: Date): Promise<boolean> {
  const row = {
    id: event.id,
    type: event.type,
    payment_intent_id: paymentIntentId,
    created_at: new Date(event.created * 1000),
    received_at: now,
    processed_at: now,
  }
  const recorded = (await trx('card_event').insert(row).onConflict('id').ignore().returning('id')) as unknown[]
  return recorded.length > 0
}

/** @returns why nothing could be done about it, for the admin */
async function apply(
  trx: Trx,
  event: Stripe.Event,
  paymentIntentId: string | null,
  intent: Stripe.PaymentIntent | undefined,
  now: Date,
): Promise<string | undefined> {
  if (paymentIntentId === null) return undefined
  const purchase = await findPurchaseByPayment(trx, paymentIntentId)
  if (event.type === 'payment_intent.succeeded') {
    if (!purchase || !intent) return `no purchase has the payment ${paymentIntentId}`
    try {
      await settleIn(trx, purchase.id, intent, now)
    } catch (error) {
      if (error instanceof AppError && error.status === 402) return error.message
      throw error
    }
  }
  // How the refund stands is for its job to ask.
  if (purchase && /^(charge\.refund|refund\.)/.test(event.type))
    await enqueue(trx, 'purchasing.refund-card', { purchaseId: purchase.id })
  return undefined
}
