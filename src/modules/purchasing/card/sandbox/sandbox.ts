import Stripe from 'stripe'
import type { z } from 'zod'
import type { Clock } from '../../../../platform/clock.ts'
import { transact, type Database, type Trx } from '../../../../platform/database.ts'
import { parseForm, type Form } from './form.ts'
import { answerOnce, type Answer } from './idempotency.ts'
import type { Call, Look } from './objects.ts'
import * as parameters from './parameters.ts'
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listIntents,
  retrievePaymentIntent,
} from './payment-intents.ts'
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts'
import { invalid, SandboxError } from './sandbox-error.ts'
import { newId, seconds } from './shapes.ts'

export interface SandboxParts {
  db: Database
  clock: Clock
  /** The only key that is let in. */
  secretKey: string
  /** Receives every event, in the transaction of its change. */
  emit: (trx: Trx, event: object) => Promise<void>
}

interface Endpoint<Of> {
  path: RegExp
  /** Reads the parameters: a refusal here leaves the idempotency key free. */
  prepare: (form: Form) => (of: Of) => Promise<object>
}

function endpoint<Of, Schema extends z.ZodType>(
  path: RegExp,
  schema: Schema,
  work: (of: Of, params: z.output<Schema>) => Promise<object>,
): Endpoint<Of> {
  return {
    path,
    prepare(form) {
      const params = parameters.readParameters(schema, form)
      return (of) => work(of, params)
    },
  }
}

const GET: Endpoint<Look>[] = [
  endpoint(/^\/v1\/payment_intents$/, parameters.ListPaymentIntents, listIntents),
  endpoint(/^\/v1\/payment_intents\/([^/]+)$/, parameters.RetrievePaymentIntent, retrievePaymentIntent),
  endpoint(/^\/v1\/refunds$/, parameters.ListRefunds, listRefunds),
  endpoint(/^\/v1\/refunds\/([^/]+)$/, parameters.RetrieveRefund, retrieveRefund),
]
const POST: Endpoint<Call>[] = [
  endpoint(/^\/v1\/payment_intents$/, parameters.CreatePaymentIntent, createPaymentIntent),
  endpoint(/^\/v1\/payment_intents\/([^/]+)\/confirm$/, parameters.ConfirmPaymentIntent, confirmPaymentIntent),
  endpoint(/^\/v1\/payment_intents\/([^/]+)\/cancel$/, parameters.CancelPaymentIntent, cancelPaymentIntent),
  endpoint(/^\/v1\/refunds$/, parameters.CreateRefund, createRefund),
]

/**
 * A card provider for development and tests: the part of Stripe's HTTP API that the market uses, as strict as Stripe's
 * and with its shapes. Everything it knows is in `db`; each call that changes something is one transaction, under a lock of the payment.
 */
export function createSandbox(parts: SandboxParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = newId('req')
    const key = request.headers.get('idempotency-key')
    const answer = await handle(parts, request, requestId, key).catch((error: unknown) => ({
      ...asAnswer(error),
      replayed: false,
    }))
    return Response.json(answer.body, {
      status: answer.status,
      headers: {
        'request-id': requestId,
        'stripe-version': request.headers.get('stripe-version') ?? Stripe.API_VERSION,
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
      },
    })
  }
}

async function handle(
  parts: SandboxParts,
  request: Request,
  requestId: string,
  key: string | null,
): Promise<Answer & { replayed: boolean }> {
  authenticate(request, parts.secretKey)
  const { pathname, searchParams } = new URL(request.url)
  const now = parts.clock.now()
  const find = <Of>(endpoints: Endpoint<Of>[]) => {
    const found = endpoints.find(({ path }) => path.test(pathname))
    if (!found) throw invalid(`Unrecognized request URL (${request.method}: ${pathname}).`, {}, 404)
    return { ...found, id: found.path.exec(pathname)?.[1] ?? '' }
  }
  if (request.method === 'GET') {
    const { prepare, id } = find(GET)
    const work = prepare(parseForm(searchParams))
    return { ...(await answerOf(work({ reader: parts.db, id }))), replayed: false }
  }
  const { prepare, id } = find(request.method === 'POST' ? POST : [])
  const fields = new URLSearchParams(await readForm(request))
  const work = prepare(parseForm(fields))
  return transact(parts.db, async (trx) => {
    const emit: Call['emit'] = (type, object) => parts.emit(trx, envelope(type, object, { now, requestId, key }))
    const run = () => answerOf(work({ trx, id, now, emit }))
    if (key === null) return { ...(await run()), replayed: false }
    return answerOnce(trx, { key, path: pathname, parameters: fields, now }, run)
  })
}

const answerOf = (work: Promise<object>): Promise<Answer> => work.then((body) => ({ status: 200, body }), asAnswer)

function authenticate(request: Request, secretKey: string): void {
  const authorization = request.headers.get('authorization')
  if (authorization === `Bearer ${secretKey}`) return
  throw invalid(authorization === null ? 'You did not provide an API key.' : 'Invalid API Key provided', {}, 401)
}

async function readForm(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw invalid(`Invalid request (check that your POST content type is application/x-www-form-urlencoded).`)
  return request.text()
}

function envelope(type: string, object: object, cause: { now: Date; requestId: string; key: string | null }): object {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: seconds(cause.now),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.key },
    type,
  }
}

/** A refusal is an answer: what was done before it (a declined attempt) is committed. Other errors roll back. */
function asAnswer(error: unknown): Answer {
  if (error instanceof SandboxError) return { status: error.status, body: { error: error.body } }
  throw error
}
