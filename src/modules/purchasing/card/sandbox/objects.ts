import type Stripe from 'stripe'
import type { Reader, Trx } from '../../../../platform/database.ts'
import type { PaymentIntent, Refund } from './shapes.ts'

/** The context of a call that only asks. */
export interface Look {
  reader: Reader
  /** The object in the path; empty where there is none. */
  id: string
}

/** The context of a call that changes something. */
export interface Call extends Pick<Look, 'id'> {
  trx: Trx
  now: Date
  /** Tells the market, as part of `trx`. */
  emit: (type: Stripe.Event['type'], object: object) => Promise<void>
}

type Stored = PaymentIntent | Refund

export async function insertObject(trx: Trx, object: Stored, now: Date): Promise<void> {
  const { id, object: kind } = object
  await trx('sandbox_object').insert({ id, kind, body: JSON.stringify(object), created_at: now })
}

export async function saveObject(trx: Trx, object: Stored): Promise<void> {
  await trx('sandbox_object')
    .where({ id: object.id })
    .update({ body: JSON.stringify(object) })
}

export async function findRefund(reader: Reader, id: string): Promise<Refund | undefined> {
  return (await findBodies<Refund>(reader, "kind = 'refund' and id = ?", [id]))[0]
}

/** The payment, held until `trx` ends: of calls that change one payment, one after the other sees the last state. */
export async function lockPaymentIntent(trx: Trx, id: string): Promise<PaymentIntent | undefined> {
  return (await findBodies<PaymentIntent>(trx, "kind = 'payment_intent' and id = ? for update", [id]))[0]
}

export async function findPaymentIntent(reader: Reader, id: string): Promise<PaymentIntent | undefined> {
  return (await findBodies<PaymentIntent>(reader, "kind = 'payment_intent' and id = ?", [id]))[0]
}

/** Newest first, at most `limit`. */
export function listPaymentIntents(
  reader: Reader,
  page: { since: Date; after: string | null; limit: number },
): Promise<PaymentIntent[]> {
  return findBodies(
    reader,
    `kind = 'payment_intent' and created_at >= ?
     and (?::text is null or (created_at, id) < (select created_at, id from sandbox_object where id = ?))
     order by created_at desc, id desc limit ?`,
    [page.since, page.after, page.after, page.limit],
  )
}

/** Newest first. */
export function refundsOf(reader: Reader, paymentIntentId: string): Promise<Refund[]> {
  return findBodies(reader, "kind = 'refund' and body ->> 'payment_intent' = ? order by created_at desc, id desc", [
    paymentIntentId,
  ])
}

async function findBodies<T extends Stored>(
  reader: Reader,
  condition: string,
  bindings: (string | number | Date | null)[],
): Promise<T[]> {
  const sql = `select body from sandbox_object where ${condition}`
  const { rows } = await reader.raw<{ rows: { body: T }[] }>(sql, bindings as string[])
  return rows.map((row) => row.body)
}
