import { enqueue } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { cardProvider, type CardEvent, type Payment } from '../card/card-provider.ts'
import { raiseAlarm } from '../trades/alarms.ts'
import { findOrderByPayment, type Order } from '../purchase.ts'
import { settleIn } from './settle.ts'

/**
 * Takes an event of the card provider. It is recorded once, in the transaction of its effect; doubled, unordered and
 * late ones are harmless, because the payment's state is read from the provider, not from the event.
 * @throws {AppError} 400 BAD_SIGNATURE
 * @throws {Unavailable} when the provider does not answer: it will send the event again
 */
export async function receiveCardEvent(ctx: Context, body: Buffer, signature: string): Promise<void> {
  const event = cardProvider(ctx).readEvent(body, signature)
  if (event.type === 'payment_intent.succeeded' && (await orderOf(ctx.db, event))?.state === 'paid') {
    // As most often, the buyer's call came first: about this payment the provider has been asked, and 'paid' stays.
    await record(ctx.db, event, ctx.clock.now())
    return
  }
  if ((await ctx.db('card_event').where({ id: event.id }).first('id')) !== undefined) return
  const payment = event.type === 'payment_intent.succeeded' ? await findPayment(ctx, event) : undefined
  await transact(ctx.db, async (trx) => {
    const now = ctx.clock.now()
    if (!(await record(trx, event, now))) return
    const problem = await apply(trx, event, payment, now)
    if (problem === undefined) return
    ctx.log.error({ eventId: event.id, type: event.type, problem }, 'a card event could not be applied')
    await trx('card_event').where({ id: event.id }).update({ processed_at: null, problem })
  })
}

async function orderOf(reader: Reader, { paymentIntentId }: CardEvent): Promise<Order | undefined> {
  return paymentIntentId === null ? undefined : findOrderByPayment(reader, paymentIntentId)
}

async function findPayment(ctx: Context, { paymentIntentId }: CardEvent): Promise<Payment | undefined> {
  if (paymentIntentId === null) return undefined
  try {
    return await cardProvider(ctx).retrievePayment(paymentIntentId)
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

/** False if another delivery of the same event came first; waits for one in progress. */
async function record(reader: Reader, event: CardEvent, now: Date): Promise<boolean> {
  const row = {
    id: event.id,
    type: event.type,
    payment_intent_id: event.paymentIntentId,
    created_at: event.createdAt,
    received_at: now,
    processed_at: now,
  }
  const recorded = (await reader('card_event').insert(row).onConflict('id').ignore().returning('id')) as unknown[]
  return recorded.length > 0
}

/** @returns why nothing could be done about it, for the admin */
async function apply(trx: Trx, event: CardEvent, payment: Payment | undefined, now: Date): Promise<string | undefined> {
  const { type, paymentIntentId, refundId } = event
  const order = await orderOf(trx, event)
  if (type === 'payment_intent.succeeded') {
    if (!order || !payment) return `no purchase has the payment ${paymentIntentId ?? 'that this is about'}`
    try {
      await settleIn(trx, order, payment, now)
    } catch (error) {
      if (error instanceof AppError && error.status === 402) return error.message
      throw error
    }
  }
  if (type === 'charge.dispute.created') {
    if (!order) return `no purchase has the payment ${paymentIntentId ?? 'that was taken back'}`
    await raiseAlarm(trx, { kind: 'chargeback', purchaseId: order.id, now })
  }
  // The refund job asks for the refund's state.
  if (order && refundId !== null) await enqueue(trx, 'purchasing.refund-card', { purchaseId: order.id })
  return undefined
}
