import { randomBytes } from 'node:crypto'
import type { Trx } from '../../../platform/database.ts'
import { missing } from './errors.ts'

export type IntentStatus = 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'

/** A payment as the provider shows it; amounts in cents, times in seconds. */
export interface SandboxIntent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  automatic_payment_methods: Record<string, unknown> | null
  canceled_at: number | null
  cancellation_reason: string | null
  capture_method: 'automatic_async'
  client_secret: string
  confirmation_method: 'automatic'
  created: number
  currency: string
  description: string | null
  last_payment_error: object | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  next_action: object | null
  payment_method: string | null
  payment_method_types: string[]
  status: IntentStatus
}

export interface SandboxRefund {
  id: string
  object: 'refund'
  amount: number
  charge: string | null
  created: number
  currency: string
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  status: 'succeeded'
}

const KINDS = { pi: 'payment_intent', re: 'refund' } as const

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export async function insertObject(trx: Trx, object: SandboxIntent | SandboxRefund, now: Date): Promise<void> {
  await trx('sandbox_object').insert({
    id: object.id,
    kind: object.object,
    body: JSON.stringify(object),
    created_at: now,
  })
}

/** The payment, held until `trx` ends, so that confirmations and cancellations take turns. @throws SandboxError 404 */
export async function lockIntent(trx: Trx, id: string): Promise<SandboxIntent> {
  const { rows } = await trx.raw<{ rows: { body: SandboxIntent }[] }>(
    'select body from sandbox_object where id = ? and kind = ? for update',
    [id, KINDS.pi],
  )
  if (!rows[0]) throw missing('payment_intent', id)
  return rows[0].body
}

export async function updateIntent(trx: Trx, intent: SandboxIntent): Promise<void> {
  await trx('sandbox_object')
    .where({ id: intent.id })
    .update({ body: JSON.stringify(intent) })
}

/** @throws SandboxError 404 */
export async function findRefund(trx: Trx, id: string): Promise<SandboxRefund> {
  const { rows } = await trx.raw<{ rows: { body: SandboxRefund }[] }>(
    'select body from sandbox_object where id = ? and kind = ?',
    [id, KINDS.re],
  )
  if (!rows[0]) throw missing('refund', id)
  return rows[0].body
}

/** Refunds of a payment, newest first. */
export async function refundsOf(trx: Trx, intentId: string): Promise<SandboxRefund[]> {
  const { rows } = await trx.raw<{ rows: { body: SandboxRefund }[] }>(
    "select body from sandbox_object where kind = ? and body ->> 'payment_intent' = ? order by created_at desc",
    [KINDS.re, intentId],
  )
  return rows.map((row) => row.body)
}
