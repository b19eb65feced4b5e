import { enqueue } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { cardProvider, type CardEvent, type Payment } from '../card/card-provider.ts'
import { raiseAlarm } from '../oversight/alarms.ts'
import { findOrderByPayment } from '../purchase/read-purchase.ts'
import type { Order } from '../purchase/purchase.ts'
import { settleIn } from './settle.ts'

/**
 * Takes an event of the card provider. It is recorded once, in the transaction of its effect; doubled, unordered and
 * late ones are harmless, because the payment's state is read from the provider, not from the event.
 * @throws {AppError} 400 BAD_SIGNATURE
 * @throws {Unavailable} when the provider does not answer: it will send the event again
 */
export async function receiveCardEvent(ctx: Context, body: Buffer, signature: string): Promise<void> {
  const event = cardProvider(ctx).readEvent(body, signature)
  // As most often, the buyer's call came first: about this payment the provider has been asked, and 'paid' stays.
  if (event.type === 'payment_intent.succeeded' && (await record(ctx.db, event, ctx.clock.now(), { where: PAID })))
    return
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

/** SQL: whether its purchase is paid already. */
const PAID = `exists (select from purchase where payment_intent_id = :paymentIntentId and state = 'paid')`

/** False if another delivery of the same event came first, or `where` doesn't hold; waits for one in progress. */
async function record(reader: Reader, event: CardEvent, now: Date, { where = 'true' } = {}): Promise<boolean> {
  const { id, type, paymentIntentId, createdAt } = event
  const { rows } = await reader.raw<{ rows: unknown[] }>(
    `insert into card_event (id, type, payment_intent_id, created_at, received_at, processed_at)
     select :id, :type, :paymentIntentId, :createdAt::timestamptz, :now::timestamptz, :now::timestamptz where ${where}
     on conflict (id) do nothing returning id`,
    { id, type, paymentIntentId, createdAt, now },
  )
  return rows.length > 0
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
