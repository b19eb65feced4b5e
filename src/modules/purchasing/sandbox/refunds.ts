import type { Call } from './api.ts'
import { emit } from './emit.ts'
import { invalid } from './errors.ts'
import { onlyKnown, requiredText, texts } from './form.ts'
import { findRefund, insertObject, lockIntent, newId, refundsOf, type SandboxRefund } from './objects.ts'

/** Sends the whole payment back. */
export async function createRefund({ trx, form, now }: Call): Promise<SandboxRefund> {
  onlyKnown(form, ['payment_intent', 'metadata', 'reason'])
  const intent = await lockIntent(trx, requiredText(form, 'payment_intent'))
  if (intent.status !== 'succeeded')
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
  if ((await refundsOf(trx, intent.id)).length > 0)
    throw invalid(`Charge ${intent.latest_charge} has already been refunded.`, { code: 'charge_already_refunded' })
  const refund: SandboxRefund = {
    id: newId('re'),
    object: 'refund',
    amount: intent.amount,
    charge: intent.latest_charge,
    created: Math.floor(now.getTime() / 1000),
    currency: intent.currency,
    metadata: texts(form, 'metadata'),
    payment_intent: intent.id,
    reason: typeof form['reason'] === 'string' ? form['reason'] : null,
    status: 'succeeded',
  }
  await insertObject(trx, refund, now)
  await emit(trx, 'refund.created', refund, now)
  return refund
}

export async function retrieveRefund({ trx, form, id }: Call): Promise<SandboxRefund> {
  onlyKnown(form, [])
  return findRefund(trx, id)
}

export async function listRefunds({ trx, form }: Call): Promise<object> {
  onlyKnown(form, ['payment_intent', 'limit'])
  const data = await refundsOf(trx, requiredText(form, 'payment_intent'))
  return { object: 'list', data, has_more: false, url: '/v1/refunds' }
}
