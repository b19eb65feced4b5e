import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { SANDBOX_KEY } from './credentials.ts'
import { invalid, SandboxError } from './errors.ts'
import { parseForm, type Form } from './form.ts'
import { cancelIntent, confirmIntent, createIntent, retrieveIntent } from './payment-intents.ts'
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts'

export interface SandboxRequest {
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export interface SandboxAnswer {
  status: number
  body: object
  replayed?: boolean
}

/** One call, inside the transaction in which its answer is remembered. */
export interface Call {
  trx: Trx
  form: Form
  /** The object in the path; empty where there is none. */
  id: string
  now: Date
}

type Handler = (call: Call) => Promise<object>

const ROUTES: [method: string, path: RegExp, handler: Handler][] = [
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, retrieveIntent],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/confirm$/, confirmIntent],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, cancelIntent],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['GET', /^\/v1\/refunds$/, listRefunds],
  ['GET', /^\/v1\/refunds\/(\w+)$/, retrieveRefund],
]

/** Answers a request as the card provider would: the part of its HTTP API that the market uses. */
export async function answerSandbox(ctx: Context, request: SandboxRequest): Promise<SandboxAnswer> {
  try {
    if (request.headers['authorization'] !== `Bearer ${SANDBOX_KEY}`) throw invalid('Invalid API Key provided', {}, 401)
    const url = new URL(request.path, 'http://sandbox')
    const form = parseForm(request.method === 'GET' ? url.search.slice(1) : request.body)
    for (const [method, path, handler] of ROUTES) {
      const match = method === request.method ? path.exec(url.pathname) : null
      if (match) return await run(ctx, request, (call) => handler({ ...call, form, id: match[1] ?? '' }))
    }
    throw invalid(`Unrecognized request URL (${request.method}: ${url.pathname}).`, {}, 404)
  } catch (error) {
    if (error instanceof SandboxError) return answerOf(error)
    throw error
  }
}

/** A request with an idempotency key has its answer remembered with its effect; a repeat gets that answer. */
function run(
  ctx: Context,
  request: SandboxRequest,
  handle: (call: Pick<Call, 'trx' | 'now'>) => Promise<object>,
): Promise<SandboxAnswer> {
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  return transact(ctx.db, async (trx) => {
    const now = ctx.clock.now()
    const earlier = key === undefined ? undefined : await claimKey(trx, key, request, now)
    if (earlier) return earlier
    const answer = answerOf(await handle({ trx, now }))
    if (key !== undefined)
      await trx('sandbox_idempotency_key')
        .where({ key })
        .update({ status: answer.status, body: JSON.stringify(answer.body) })
    return answer
  })
}

/** Takes the key for this request; a request with the same key that is under way is waited for. */
async function claimKey(trx: Trx, key: string, request: SandboxRequest, now: Date): Promise<SandboxAnswer | undefined> {
  const hash = createHash('sha256').update(`${request.method} ${request.path}\n${request.body}`).digest('hex')
  const claim = { key, request_hash: hash, status: 0, body: '{}', created_at: now }
  const claimed = (await trx('sandbox_idempotency_key')
    .insert(claim)
    .onConflict('key')
    .ignore()
    .returning('key')) as unknown[]
  if (claimed.length > 0) return undefined
  const { rows } = await trx.raw<{ rows: { request_hash: string; status: number; body: object }[] }>(
    'select request_hash, status, body from sandbox_idempotency_key where key = ?',
    [key],
  )
  const [earlier] = rows
  if (earlier?.request_hash === hash) return { status: earlier.status, body: earlier.body, replayed: true }
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
  })
}

function answerOf(result: object): SandboxAnswer {
  if (result instanceof SandboxError) return { status: result.status, body: { error: result.body } }
  return { status: 200, body: result }
}
