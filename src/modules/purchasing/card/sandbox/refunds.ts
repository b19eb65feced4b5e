import type { z } from 'zod'
import { findRefund, insertObject, lockPaymentIntent, refundsOf, saveObject, type Call, type Look } from './objects.ts'
import type { CreateRefund, ListRefunds } from './parameters.ts'
import { invalid, missing } from './sandbox-error.ts'
import { chargeOf, newRefund, type PaymentIntent, type Refund, refundedOf } from './shapes.ts'
import { findTestCard } from './test-cards.ts'

/** Gives a payment back, all of it unless an amount says less. */
export async function createRefund(call: Call, params: z.output<typeof CreateRefund>): Promise<Refund> {
  const { trx, now } = call
  const intent = await lockPaymentIntent(trx, params.payment_intent)
  if (!intent) throw missing('payment_intent', params.payment_intent, { param: 'payment_intent', status: 400 })
  if (intent.status !== 'succeeded')
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  const left = intent.amount_received - refundedOf(await refundsOf(trx, intent.id))
  if (left === 0)
    throw invalid(`Charge ${intent.latest_charge as string} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  const amount = params.amount ?? left
  if (amount > left)
    throw invalid(`Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`, {
      param: 'amount',
    })
  const ending = findTestCard(intent.payment_method as string)?.refund
  const refund = newRefund(intent, { ...params, amount, status: ending === 'succeeded' ? 'pending' : 'succeeded' }, now)
  await insertObject(trx, refund, now)
  await call.emit('refund.created', refund)
  await complete(call, intent, refund)
  if (ending === 'failed') await fail(call, refund)
  return refund
}

async function complete({ trx, emit }: Call, intent: PaymentIntent, refund: Refund): Promise<void> {
  const succeeded: Refund = { ...refund, status: 'succeeded' }
  await saveObject(trx, succeeded)
  if (refund.status === 'pending') await emit('refund.updated', succeeded)
  await emit('charge.refunded', chargeOf(intent, await refundsOf(trx, intent.id)))
}

async function fail({ trx, emit }: Call, refund: Refund): Promise<void> {
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' }
  await saveObject(trx, failed)
  await emit('refund.failed', failed)
}

export async function retrieveRefund({ reader, id }: Look): Promise<Refund> {
  const refund = await findRefund(reader, id)
  if (!refund) throw missing('refund', id, { param: 'id', status: 404 })
  return refund
}

export async function listRefunds({ reader }: Look, params: z.output<typeof ListRefunds>): Promise<object> {
  const found = await refundsOf(reader, params.payment_intent)
  const data = found.slice(0, params.limit)
  return { object: 'list', data, has_more: found.length > data.length, url: '/v1/refunds' }
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
