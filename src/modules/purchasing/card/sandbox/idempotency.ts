import { createHash } from 'node:crypto'
import { DAY_MS } from '../../../../platform/durations.ts'
import type { Trx } from '../../../../platform/database.ts'
import { invalid, SandboxError } from './sandbox-error.ts'

export interface Answer {
  status: number
  body: object
}

/** A key is free again after a day. */
const REMEMBERED_MS = DAY_MS
const LONGEST_KEY = 255

/**
 * Works once for a key: the answer, also an error, is stored with what was done and given again to a repeat of the request.
 * @throws {SandboxError} 400 where the key came with another request, 409 while that one is under way
 */
export async function answerOnce(
  trx: Trx,
  request: { key: string; path: string; parameters: URLSearchParams; now: Date },
  work: () => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  const { key, now } = request
  if (key.length > LONGEST_KEY) throw invalid('Idempotency-Key may be up to 255 characters long.')
  await claim(trx, key)
  const forgotten = new Date(now.getTime() - REMEMBERED_MS)
  const fingerprint = fingerprintOf(request)
  const [known] = await trx('sandbox_idempotency_key').where({ key }).where('created_at', '>=', forgotten)
  if (known && known.request_hash !== fingerprint) throw reused(key)
  if (known) return { status: known.status, body: known.body as Answer['body'], replayed: true }
  const answer = await work()
  const { status, body } = answer
  await trx('sandbox_idempotency_key')
    .insert({ key, request_hash: fingerprint, status, body: JSON.stringify(body), created_at: now })
    .onConflict('key')
    .merge()
  return { ...answer, replayed: false }
}

/** Held until the transaction ends, also by a process that dies. */
async function claim(trx: Trx, key: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { free: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtextextended('card sandbox ' || ?, 0)) as free",
    [key],
  )
  if (rows[0]?.free === true) return
  throw new SandboxError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `Another request with the idempotency key ${key} is still in progress.`,
  })
}

/** The method's path, and what was sent, in whatever order. */
function fingerprintOf({ path, parameters }: { path: string; parameters: URLSearchParams }): string {
  const sorted = new URLSearchParams(parameters)
  sorted.sort()
  return createHash('sha256').update(`${path} ${sorted.toString()}`).digest('hex')
}

const reused = (key: string) =>
  new SandboxError(400, {
    type: 'idempotency_error',
    message: `The idempotency key ${key} was first used for another request.`,
  })
