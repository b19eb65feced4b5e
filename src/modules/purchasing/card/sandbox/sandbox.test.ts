import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../../../platform/database.ts'
import { cloneDatabase } from '../../../../testing/postgres/database.ts'
import { eventCourier } from '../../../../testing/doubles/stripe-double.ts'
import { TestClock } from '../../../../testing/time/test-clock.ts'
import { createSandbox } from './sandbox.ts'

const KEY = 'sk_test_of_this_test'
const clock = new TestClock()
const courier = eventCourier('whsec_unused')
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Database
let answer: (request: Request) => Promise<Response>
let stripe: Stripe

beforeAll(async () => {
  database = await cloneDatabase()
  db = connectDatabase(database.url, { poolMax: 20 })
  answer = createSandbox({ db, clock, secretKey: KEY, emit: courier.emit })
  stripe = clientOf(answer)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => {
  courier.waiting.length = 0
})

const clientOf = (sandbox: typeof answer, key = KEY, maxNetworkRetries = 0) =>
  new Stripe(key, {
    maxNetworkRetries,
    httpClient: Stripe.createFetchHttpClient((url, init) => sandbox(new Request(url, init))),
  })
const order = { amount: 350, currency: 'usd', allowed_payment_method_types: ['card' as const] }
const visa = { payment_method: 'pm_card_visa' }
const opened = () => stripe.paymentIntents.create(order)
const paid = async (payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.confirm((await opened()).id, { payment_method })
const events = () => courier.waiting as Stripe.Event[]
const types = () => events().map((event) => event.type)

async function refusal(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => expect.fail('should have been refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw error
}

interface WireError {
  error: { type: string; message: string; code?: string; param?: string }
}
async function post(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await answer(
    new Request(`https://api.stripe.com${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }),
  )
  return { status: response.status, headers: response.headers, body: (await response.json()) as WireError }
}
const VALID = 'amount=350&currency=usd&allowed_payment_method_types[]=card'

describe('a request', () => {
  test('needs the secret key', async () => {
    const error = await refusal(clientOf(answer, 'sk_test_other').paymentIntents.create(order))
    expect(error).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
    expect((await post('/v1/payment_intents', VALID, { authorization: '' })).status).toBe(401)
  })

  test('to an address or with a method that is not there is a 404', async () => {
    expect(await refusal(stripe.customers.create({}))).toMatchObject({
      statusCode: 404,
      rawType: 'invalid_request_error',
    })
    expect(await refusal(stripe.refunds.update('re_1', {}))).toMatchObject({ statusCode: 404 })
  })

  test('must be form-encoded', async () => {
    const answered = await post('/v1/payment_intents', '{"amount":350}', { 'content-type': 'application/json' })
    expect(answered).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } })
  })

  test('is answered with its id and version', async () => {
    const { headers } = await post('/v1/payment_intents', VALID, { 'stripe-version': '2026-10-28.endive' })
    expect(headers.get('request-id')).toMatch(/^req_\w+$/)
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
    expect((await opened()).lastResponse.requestId).toMatch(/^req_\w+$/)
  })
})

describe('the parameters of a payment', () => {
  test.each([
    ['amount=350', 'parameter_missing', 'currency'],
    ['currency=usd', 'parameter_missing', 'amount'],
    ['amount=&currency=usd', undefined, 'amount'],
    ['amount=3.50&currency=usd', undefined, 'amount'],
    ['amount=350c&currency=usd', undefined, 'amount'],
    ['amount=1e3&currency=usd', undefined, 'amount'],
    ['amount=-350&currency=usd', undefined, 'amount'],
    ['amount=0&currency=usd', undefined, 'amount'],
    ['amount=49&currency=usd', undefined, 'amount'],
    ['amount=100000000&currency=usd', undefined, 'amount'],
    ['amount[a]=1&currency=usd', undefined, 'amount'],
    ['amount=350&currency=tokens', undefined, 'currency'],
    ['amount=350&currency=usd&colour=red', 'parameter_unknown', 'colour'],
    ['amount=350&currency=usd&payment_method_types[]=card', 'parameter_unknown', 'payment_method_types'],
    [
      'amount=350&currency=usd&automatic_payment_methods[enabled]=true',
      'parameter_unknown',
      'automatic_payment_methods',
    ],
    ['amount=350&currency=usd&allowed_payment_method_types[]=cash', undefined, 'allowed_payment_method_types[0]'],
    ['amount=350&currency=usd&metadata=text', undefined, 'metadata'],
    ['amount=350&currency=usd&metadata[a][b]=1', undefined, 'metadata[a]'],
    [`amount=350&currency=usd&metadata[a]=${'x'.repeat(501)}`, undefined, 'metadata[a]'],
    [`amount=350&currency=usd&metadata[${'x'.repeat(41)}]=1`, undefined, `metadata[${'x'.repeat(41)}]`],
    [`${VALID}&${Array.from({ length: 51 }, (_, i) => `metadata[k${i}]=1`).join('&')}`, undefined, 'metadata'],
    ['amount=350&currency=usd&amount[x]=1', undefined, 'amount[x]'],
    ['amount=350&currency=usd&metadata[a]=1&metadata=2', undefined, 'metadata'],
    ['amount=350&currency=usd&metadata[a=1', undefined, 'metadata[a'],
    ['amount=350&currency=usd&__proto__[x]=1', 'parameter_unknown', '__proto__'],
  ])('%s is refused', async (body, code, param) => {
    const before = await db('sandbox_object').count('*').first()
    const answered = await post('/v1/payment_intents', body)
    expect(answered.status).toBe(400)
    expect(answered.body.error).toMatchObject({ type: 'invalid_request_error', param })
    expect(answered.body.error.code).toBe(code)
    expect(answered.body.error.message).not.toBe('')
    expect(await db('sandbox_object').count('*').first()).toEqual(before)
  })

  test('make a payment with the provider’s fields', async () => {
    const metadata = { purchase: randomUUID(), 'with space & sign': 'ä=1', __proto__x: 'y' }
    const intent = await stripe.paymentIntents.create({ ...order, description: 'A fee', metadata })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 350,
      amount_received: 0,
      currency: 'usd',
      status: 'requires_payment_method',
      livemode: false,
      latest_charge: null,
      last_payment_error: null,
      description: 'A fee',
      metadata,
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{24}$`))
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
    expect(events()).toEqual([])
  })

  test('take the time from the clock', async () => {
    const at = new Date('2031-05-01T10:00:00Z')
    clock.set(at)
    const { created } = await opened()
    clock.reset()
    expect(created - at.getTime() / 1000).toBeLessThan(60)
    expect(created).toBeGreaterThanOrEqual(at.getTime() / 1000)
  })
})

describe('confirming', () => {
  test('a good card pays, once, and says so', async () => {
    const intent = await paid()
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 350,
      latest_charge: expect.stringMatching(/^ch_/) as string,
    })
    expect(events()).toMatchObject([
      { object: 'event', type: 'payment_intent.succeeded', livemode: false, data: { object: { id: intent.id } } },
    ])
    const error = await refusal(stripe.paymentIntents.confirm(intent.id, visa))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(types()).toHaveLength(1)
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds', 'Your card has insufficient funds.'],
  ])('%s is declined, and another card may be tried', async (payment_method, decline_code, message) => {
    const { id } = await opened()
    const error = await refusal(stripe.paymentIntents.confirm(id, { payment_method }))
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code,
      message,
    })
    expect(error.payment_intent).toMatchObject({
      id,
      status: 'requires_payment_method',
      last_payment_error: { message },
    })
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      latest_charge: { id: error.charge, paid: false, status: 'failed', failure_message: message, amount_refunded: 0 },
    })
    expect(types()).toEqual(['payment_intent.payment_failed'])
    expect(await stripe.paymentIntents.confirm(id, visa)).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
    expect(types()).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded'])
  })

  test('one card asks for one more confirmation', async () => {
    const { id } = await opened()
    const careful = { payment_method: 'pm_card_authenticationRequiredOnSetup' }
    const asked = await stripe.paymentIntents.confirm(id, careful)
    expect(asked).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      next_action: { type: 'use_stripe_sdk' },
    })
    expect(await stripe.paymentIntents.confirm(id, careful)).toMatchObject({ status: 'succeeded', next_action: null })
    expect(types()).toEqual(['payment_intent.requires_action', 'payment_intent.succeeded'])
  })

  test('a declined card in between makes it ask again', async () => {
    const { id } = await opened()
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequiredOnSetup' })
    await refusal(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' }))
    const again = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequiredOnSetup' })
    expect(again.status).toBe('requires_action')
  })

  test('needs a payment, and a payment method that exists', async () => {
    expect(await refusal(stripe.paymentIntents.confirm('pi_none', visa))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    })
    const { id } = await opened()
    expect(await refusal(stripe.paymentIntents.confirm(id))).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(await refusal(stripe.paymentIntents.confirm(id, { payment_method: 'pm_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
    })
  })
})

describe('cancelling', () => {
  test('ends a payment that is open, also one that waits for a confirmation', async () => {
    const { id } = await opened()
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequiredOnSetup' })
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', next_action: null })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    expect(types()).toEqual(['payment_intent.requires_action', 'payment_intent.canceled'])
    for (const again of [() => stripe.paymentIntents.cancel(id), () => stripe.paymentIntents.confirm(id, visa)])
      expect(await refusal(again())).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
  })

  test('is refused for a payment that has succeeded, and for one that is not there', async () => {
    const { id } = await paid()
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    expect(await refusal(stripe.paymentIntents.cancel('pi_none'))).toMatchObject({ statusCode: 404 })
  })

  test('knows its reasons', async () => {
    const { id } = await opened()
    const bored = { cancellation_reason: 'bored' } as unknown as Stripe.PaymentIntentCancelParams
    expect(await refusal(stripe.paymentIntents.cancel(id, bored))).toMatchObject({ param: 'cancellation_reason' })
  })
})

describe('refunding', () => {
  test('gives everything back once', async () => {
    const { id, latest_charge } = await paid()
    const refund = await stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' })
    expect(refund).toMatchObject({ object: 'refund', amount: 350, status: 'succeeded', charge: latest_charge })
    expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund)
    expect(types()).toEqual(['payment_intent.succeeded', 'refund.created', 'charge.refunded'])
    expect(events()[2]?.data.object).toMatchObject({ amount_refunded: 350, refunded: true, payment_intent: id })
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    })
    expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([refund])
  })

  test('in parts goes up to what was paid, not beyond', async () => {
    const { id } = await paid()
    await stripe.refunds.create({ payment_intent: id, amount: 100 })
    expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 251 }))).toMatchObject({ param: 'amount' })
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 250 })
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ amount_refunded: 350, refunded: true })
  })

  test('is refused for what was not paid', async () => {
    const { id } = await opened()
    for (const payment_intent of [id, 'pi_none'])
      expect(await refusal(stripe.refunds.create({ payment_intent }))).toMatchObject({
        type: 'StripeInvalidRequestError',
      })
    await stripe.paymentIntents.cancel(id)
    await refusal(stripe.refunds.create({ payment_intent: id }))
    expect(
      await db('sandbox_object').where({ kind: 'refund' }).whereRaw("body ->> 'payment_intent' = ?", [id]),
    ).toEqual([])
  })

  test('may take its time', async () => {
    const { id } = await paid('pm_card_pendingRefund')
    const refund = await stripe.refunds.create({ payment_intent: id })
    expect(refund).toMatchObject({ status: 'pending' })
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(types().slice(1)).toEqual(['refund.created', 'refund.updated', 'charge.refunded'])
  })

  test('may fail later; then the money is still there', async () => {
    const { id } = await paid('pm_card_refundFail')
    const refund = await stripe.refunds.create({ payment_intent: id })
    expect(refund.status).toBe('succeeded')
    const failed = await stripe.refunds.retrieve(refund.id)
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(types().slice(1)).toEqual(['refund.created', 'charge.refunded', 'refund.failed'])
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ amount_refunded: 0, refunded: false })
  })
})

describe('an idempotency key', () => {
  const create = (key: string, body = VALID) => post('/v1/payment_intents', body, { 'idempotency-key': key })

  test('with the same parameters, in any order, gets the same answer again', async () => {
    const key = randomUUID()
    const first = await create(key)
    const again = await create(key, 'currency=usd&allowed_payment_method_types[]=card&amount=350')
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(again.headers.get('idempotency-key')).toBe(key)
  })

  test('with other parameters, or for another call, is refused', async () => {
    const key = randomUUID()
    await create(key)
    const { id } = await opened()
    const others = [
      await create(key, VALID.replace('350', '351')),
      await post(`/v1/payment_intents/${id}/cancel`, '', { 'idempotency-key': key }),
    ]
    for (const other of others)
      expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  test('keeps the answer of an error that came after the work had begun', async () => {
    const { id } = await opened()
    const key = { idempotencyKey: randomUUID() }
    const method = { payment_method: 'pm_card_visa_chargeDeclined' }
    const first = await refusal(stripe.paymentIntents.confirm(id, method, key))
    const again = await refusal(stripe.paymentIntents.confirm(id, method, key))
    expect(again.charge).toBe(first.charge)
    expect(again.headers?.['idempotent-replayed']).toBe('true')
    expect(types()).toEqual(['payment_intent.payment_failed'])
  })

  test('stays free where the parameters were refused', async () => {
    const key = randomUUID()
    expect((await create(key, 'amount=1&currency=usd')).status).toBe(400)
    expect((await create(key)).status).toBe(200)
  })

  test('is forgotten after a day', async () => {
    const key = randomUUID()
    const first = await create(key)
    clock.advance({ minutes: 24 * 60 + 1 })
    const later = await create(key)
    clock.reset()
    expect(later.status).toBe(200)
    expect(later.body).not.toEqual(first.body)
  })

  test('may not be endless', async () => {
    expect((await create('k'.repeat(256))).status).toBe(400)
    expect((await create('k'.repeat(255))).status).toBe(200)
  })

  test('used ten times at once does its work once; the client sees one payment', async () => {
    const patient = clientOf(answer, KEY, 10)
    const idempotencyKey = randomUUID()
    const metadata = { purchase: randomUUID() }
    const intents = await Promise.all(
      Array.from({ length: 10 }, () => patient.paymentIntents.create({ ...order, metadata }, { idempotencyKey })),
    )
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1)
    const made = await db('sandbox_object').whereRaw("body -> 'metadata' ->> 'purchase' = ?", [metadata.purchase])
    expect(made).toHaveLength(1)
  })

  test('in use elsewhere is a 409', async () => {
    const key = randomUUID()
    const holding = await db.transaction()
    await holding.raw("select pg_advisory_xact_lock(hashtextextended('card sandbox ' || ?, 0))", [key])
    const refused = await create(key)
    await holding.rollback()
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_in_use' } } })
    expect((await create(key)).status).toBe(200)
  })
})

describe('at once', () => {
  test('twenty confirmations pay once', async () => {
    const { id } = await opened()
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => stripe.paymentIntents.confirm(id, visa)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(types()).toEqual(['payment_intent.succeeded'])
  })

  test('confirm and cancel: one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      courier.waiting.length = 0
      const { id } = await opened()
      const tries = await Promise.allSettled([
        stripe.paymentIntents.confirm(id, visa),
        stripe.paymentIntents.cancel(id),
      ])
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      expect(types()).toHaveLength(1)
    }
  })

  test('ten refunds give the money back once', async () => {
    const { id } = await paid()
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => stripe.refunds.create({ payment_intent: id, amount: 350 })),
    )
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1)
  })
})

describe('what is done is done together', () => {
  test('a change whose event can’t be queued has not happened, and its key is free', async () => {
    const broken = createSandbox({
      db,
      clock,
      secretKey: KEY,
      emit: () => Promise.reject(new Error('the queue is away')),
    })
    const { id } = await opened()
    const key = { idempotencyKey: randomUUID() }
    const error = await refusal(clientOf(broken).paymentIntents.confirm(id, visa, key))
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
    expect((await stripe.paymentIntents.confirm(id, visa, key)).status).toBe('succeeded')
  })

  test('another process knows everything', async () => {
    const other = connectDatabase(database.url)
    const elsewhere = clientOf(createSandbox({ db: other, clock, secretKey: KEY, emit: courier.emit }))
    const key = { idempotencyKey: randomUUID() }
    const intent = await stripe.paymentIntents.create(order, key)
    expect(await elsewhere.paymentIntents.create(order, key)).toEqual(intent)
    await elsewhere.paymentIntents.confirm(intent.id, visa)
    await other.destroy()
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })
})

describe('the list of payments', () => {
  test('goes through all of them, newest first, from a time on', async () => {
    clock.set('2032-01-01T00:00:00Z')
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) {
      clock.advance({ minutes: 1 })
      ids.unshift((await opened()).id)
    }
    clock.reset()
    const seen: string[] = []
    const created = { gte: Date.UTC(2032, 0, 1) / 1000 }
    for await (const { id } of stripe.paymentIntents.list({ created, limit: 3 })) seen.push(id)
    expect(seen).toEqual(ids)
    const page = await stripe.paymentIntents.list({ created, limit: 3, expand: ['data.latest_charge'] })
    expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
    const later = { gte: Date.UTC(2032, 0, 1, 0, 5) / 1000 }
    expect((await stripe.paymentIntents.list({ created: later })).data.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect(await refusal(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).toMatchObject({
      code: 'resource_missing',
    })
    expect(await refusal(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
  })
})
