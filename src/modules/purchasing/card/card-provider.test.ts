import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type Database } from '../../../platform/database.ts'
import { cloneDatabase } from '../../../testing/postgres/database.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import {
  eventCourier,
  signEvent,
  startStripeDouble,
  type Fault,
  type StripeDouble,
} from '../../../testing/doubles/stripe-double.ts'
import { cardProvider, type CardProvider } from './card-provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { connectStripe } from './stripe-client.ts'

const SECRET = 'sk_test_provider'
const HOOK = 'whsec_provider'
const courier = eventCourier(HOOK)
let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Database
let double: StripeDouble
let market: TestMarket
let cards: CardProvider

/** A market with keys, whose Stripe is a server of its own with its own database. */
beforeAll(async () => {
  database = await cloneDatabase()
  db = connectDatabase(database.url)
  const clock = { now: () => market.clock.now() }
  double = await startStripeDouble(createSandbox({ db, clock, secretKey: SECRET, emit: courier.emit }))
  const env = {
    STRIPE_SECRET_KEY: SECRET,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_provider',
    STRIPE_WEBHOOK_SECRET: HOOK,
    STRIPE_API_BASE: double.url,
  }
  market = await testMarket({ env })
  cards = cardProvider(market.ctx)
})
afterAll(async () => {
  await market.stop()
  await double.stop()
  await db.destroy()
  await database.drop()
})
afterEach(() => {
  expect(double.faults).toEqual([])
  double.requests.length = 0
  courier.waiting.length = 0
})

const purchase = () => ({
  purchaseId: randomUUID(),
  listingIds: [randomUUID()],
  buyerId: randomUUID(),
  amountCents: 350,
  currency: 'usd',
})
const pay = (id: string, payment_method = 'pm_card_visa') =>
  connectStripe(market.ctx).client.paymentIntents.confirm(id, { payment_method })
async function paid(payment_method?: string): Promise<string> {
  const { id } = await cards.createPayment(purchase())
  await pay(id, payment_method)
  return id
}
const refund = (paymentIntentId: string, key = `purchase:${randomUUID()}:refund`) =>
  cards.refundPayment({ paymentIntentId, key })
const paymentsOf = async (purchaseId: string) =>
  db('sandbox_object').whereRaw("body -> 'metadata' ->> 'purchase' = ?", [purchaseId])
const keyIsKept = async (key: string) => (await db('sandbox_idempotency_key').where({ key }).first()) !== undefined
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('should have been refused'),
    (error: unknown) => error,
  )

test('with keys it is no sandbox', () => {
  expect(cards).toMatchObject({ sandbox: false, publishableKey: 'pk_test_provider' })
})

describe('a payment', () => {
  test('is opened for $3.50 by card, with what it is for', async () => {
    const one = purchase()
    const payment = await cards.createPayment(one)
    expect(payment).toEqual({
      id: expect.stringMatching(/^pi_/) as string,
      status: 'open',
      amount: 350,
      amountReceived: 0,
      amountRefunded: 0,
      // The sandbox names no card.
      cardFingerprint: null,
      currency: 'usd',
      clientSecret: expect.stringContaining(`${payment.id}_secret_`) as string,
      metadata: { purchase: one.purchaseId, item: one.listingIds[0], buyer: one.buyerId },
    })
    expect(await cards.retrievePayment(payment.id)).toEqual(payment)
    const intent = await connectStripe(market.ctx).client.paymentIntents.retrieve(payment.id)
    expect(intent.allowed_payment_method_types).toEqual(['card'])
  })

  test('of one purchase is opened once, also by ten calls at once', async () => {
    const one = purchase()
    const opened = await Promise.allSettled(Array.from({ length: 10 }, () => cards.createPayment(one)))
    // A try that met the first one under way for too long is told to come again.
    for (const try_ of opened)
      if (try_.status === 'rejected') expect(try_.reason).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
    const { id } = await cards.createPayment(one)
    const ids = opened.flatMap((try_) => (try_.status === 'fulfilled' ? [try_.value.id] : []))
    expect(new Set([...ids, id]).size).toBe(1)
    expect(await paymentsOf(one.purchaseId)).toHaveLength(1)
    expect(await keyIsKept(`purchase:${one.purchaseId}:create`)).toBe(true)
  })

  test('of the same purchase for another item is a mistake of ours', async () => {
    const one = purchase()
    await cards.createPayment(one)
    const error = await rejection(cards.createPayment({ ...one, listingIds: [randomUUID()] }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('stays open when the card is declined or asks back, and succeeds in the end', async () => {
    const { id } = await cards.createPayment(purchase())
    await rejection(pay(id, 'pm_card_visa_chargeDeclined'))
    expect((await cards.retrievePayment(id)).status).toBe('open')
    await pay(id, 'pm_card_authenticationRequiredOnSetup')
    expect((await cards.retrievePayment(id)).status).toBe('open')
    await pay(id, 'pm_card_authenticationRequiredOnSetup')
    expect(await cards.retrievePayment(id)).toMatchObject({ status: 'succeeded', amountReceived: 350 })
  })

  test('that the provider does not know is not found', async () => {
    const unknown = { code: 'PAYMENT_NOT_FOUND', status: 404 }
    expect(await rejection(cards.retrievePayment('pi_none'))).toMatchObject(unknown)
    expect(await rejection(cards.cancelPayment('pi_none'))).toMatchObject(unknown)
    expect(await rejection(cards.retrieveRefund('re_none'))).toMatchObject(unknown)
    expect(await rejection(refund('pi_none'))).toMatchObject(unknown)
    expect(await rejection(cards.retrievePayment('pi_%2F..?x#y z'))).toMatchObject(unknown)
  })
})

describe('cancelling', () => {
  test('answers how the payment stands, however often', async () => {
    const { id } = await cards.createPayment(purchase())
    expect((await cards.cancelPayment(id)).status).toBe('canceled')
    expect((await cards.cancelPayment(id)).status).toBe('canceled')
  })

  test('finds a payment that has succeeded after all', async () => {
    expect(await cards.cancelPayment(await paid())).toMatchObject({ status: 'succeeded', amountReceived: 350 })
  })

  test('does not remember a refusal whose reason is gone', async () => {
    const { id } = await cards.createPayment(purchase())
    const processing = (status: string) =>
      db('sandbox_object')
        .where({ id })
        .update({ body: db.raw("jsonb_set(body, '{status}', to_jsonb(?::text))", [status]) })
    await processing('requires_review')
    expect((await cards.cancelPayment(id)).status).toBe('open')
    await processing('requires_payment_method')
    expect((await cards.cancelPayment(id)).status).toBe('canceled')
  })
})

describe('a refund', () => {
  test('with the same key is the same refund', async () => {
    const id = await paid()
    const key = `purchase:${randomUUID()}:refund`
    const first = await refund(id, key)
    expect(first).toEqual({ id: expect.stringMatching(/^re_/) as string, status: 'succeeded', failureReason: null })
    expect(await refund(id, key)).toEqual(first)
    expect(await cards.retrieveRefund(first.id ?? '')).toEqual(first)
    expect((await cards.retrievePayment(id)).amountRefunded).toBe(350)
    expect(await keyIsKept(key)).toBe(true)
  })

  test('that was made in another way is found', async () => {
    const id = await paid()
    const byHand = await connectStripe(market.ctx).client.refunds.create({ payment_intent: id })
    expect(await refund(id)).toMatchObject({ id: byHand.id, status: 'succeeded' })
  })

  test('of what was not paid fails with the provider’s words', async () => {
    const { id } = await cards.createPayment(purchase())
    expect(await refund(id)).toEqual({
      id: null,
      status: 'failed',
      failureReason: expect.stringContaining('does not have a successful charge') as string,
    })
  })

  test('may be pending, and then succeed or fail', async () => {
    const slow = await refund(await paid('pm_card_pendingRefund'))
    expect(slow.status).toBe('pending')
    expect((await cards.retrieveRefund(slow.id ?? '')).status).toBe('succeeded')
    const bad = await refund(await paid('pm_card_refundFail'))
    expect(bad.status).toBe('succeeded')
    expect(await cards.retrieveRefund(bad.id ?? '')).toEqual({
      id: bad.id,
      status: 'failed',
      failureReason: 'expired_or_canceled_card',
    })
  })
})

describe('when the provider has a bad day', () => {
  const create = 'POST /v1/payment_intents'
  test.each<Fault['how']>(['lose request', 'lose reply', 'fail before', 'fail after'])(
    '%s: the client tries again, and it happens once',
    async (how) => {
      const one = purchase()
      double.faults.push({ on: create, how })
      const payment = await cards.createPayment(one)
      expect(double.requests).toHaveLength(2)
      expect(await paymentsOf(one.purchaseId)).toHaveLength(1)
      await pay(payment.id)
      double.faults.push({ on: 'POST /v1/refunds', how })
      const back = await refund(payment.id)
      expect(back.status).toBe('succeeded')
      expect((await cards.retrievePayment(payment.id)).amountRefunded).toBe(350)
    },
  )

  test.each<Fault['how']>(['lose request', 'lose reply', 'fail before', 'fail after'])(
    '%s for good: unavailable, and a later repeat is the same payment',
    async (how) => {
      const one = purchase()
      double.faults.push({ on: create, how, times: 3 })
      const error = await rejection(cards.createPayment(one))
      expect(error).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE', status: 503 })
      expect((error as Error).message).not.toMatch(/double|socket|ECONN/)
      expect((error as Error).cause).toBeInstanceOf(Error)
      expect(double.requests).toHaveLength(3)
      await cards.createPayment(one)
      expect(await paymentsOf(one.purchaseId)).toHaveLength(1)
    },
  )

  test('an answer that is none, and too many requests, are unavailable too', async () => {
    double.faults.push({ on: create, how: 'garbage' }, { on: create, how: 'too many requests' })
    for (let time = 0; time < 2; time += 1)
      expect(await rejection(cards.createPayment(purchase()))).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
  })

  test('a lost reply to a cancellation or a refund changes nothing about it', async () => {
    const { id } = await cards.createPayment(purchase())
    double.faults.push({ on: `${create}/${id}/cancel`, how: 'lose reply', times: 3 })
    expect(await rejection(cards.cancelPayment(id))).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
    expect((await cards.cancelPayment(id)).status).toBe('canceled')

    const bought = await paid()
    const key = `purchase:${randomUUID()}:refund`
    double.faults.push({ on: 'POST /v1/refunds', how: 'lose reply', times: 3 })
    expect(await rejection(refund(bought, key))).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
    expect((await refund(bought, key)).status).toBe('succeeded')
    expect((await cards.retrievePayment(bought)).amountRefunded).toBe(350)
  })

  test('a refused key is a mistake of ours, not the buyer’s bad luck', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_wrong', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: HOOK }
    const wrong = { ...market.ctx, config: { ...market.ctx.config, ...env } }
    expect(await rejection(cardProvider(wrong).createPayment(purchase()))).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
  })
})

test('all payments since a time are listed, with what was given back', async () => {
  market.clock.set('2033-03-01T00:00:00Z')
  const since = market.clock.now()
  market.clock.advance({ minutes: 1 })
  const open = await cards.createPayment(purchase())
  const kept = await paid()
  const returned = await paid()
  await refund(returned)
  // More than a page, not all at once: each call has a time limit.
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 10 }, () => cards.createPayment(purchase())))
  market.clock.reset()
  const payments = await Array.fromAsync(cards.listPayments(since))
  expect(payments).toHaveLength(103)
  const of = (id: string) => payments.find((payment) => payment.id === id)
  expect(of(open.id)).toMatchObject({ status: 'open', amountRefunded: 0 })
  expect(of(kept)).toMatchObject({ status: 'succeeded', amountReceived: 350, amountRefunded: 0 })
  expect(of(returned)).toMatchObject({ status: 'succeeded', amountReceived: 350, amountRefunded: 350 })
  double.faults.push({ on: 'GET /v1/payment_intents', how: 'fail before', times: 3 })
  expect(await rejection(Array.fromAsync(cards.listPayments(since)))).toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' })
})

describe('an event', () => {
  const signed = (body: string, at = market.clock.now(), secret = HOOK) =>
    cards.readEvent(Buffer.from(body), signEvent(body, secret, at))
  const bad = { code: 'BAD_SIGNATURE', status: 400 }

  test('tells what happened to which payment or refund', async () => {
    const id = await paid('pm_card_pendingRefund')
    const back = await refund(id)
    const read = courier.waiting.map((event) => signed(JSON.stringify(event)))
    expect(read).toMatchObject([
      { type: 'payment_intent.succeeded', paymentIntentId: id, refundId: null },
      { type: 'refund.created', paymentIntentId: id, refundId: back.id },
      { type: 'refund.updated', paymentIntentId: id, refundId: back.id },
      { type: 'charge.refunded', paymentIntentId: id, refundId: null },
    ])
    for (const event of read) {
      expect(event.id).toMatch(/^evt_/)
      expect(Math.abs(event.createdAt.getTime() - market.clock.now().getTime())).toBeLessThan(60_000)
    }
    expect(new Set(read.map((event) => event.id)).size).toBe(4)
  })

  test('of another kind is read as well', () => {
    const body = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      created: 1,
      data: { object: { object: 'customer', id: 'cus_1' } },
    })
    expect(signed(body)).toEqual({
      id: 'evt_1',
      type: 'customer.created',
      createdAt: new Date(1000),
      paymentIntentId: null,
      refundId: null,
    })
  })

  test.each(['{}', '[]', 'null', '"x"', '{"id":"evt_1","type":"x","created":1,"data":{}}'])(
    'that is signed and none, %s, is refused',
    (body) => {
      expect(() => signed(body)).toThrow(expect.objectContaining(bad))
    },
  )

  test('is refused with another secret, one byte changed, no signature, or when it is old', () => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', created: 1, data: { object: {} } })
    const now = market.clock.now()
    const signature = signEvent(body, HOOK, now)
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    expect(() => signed(body, now, 'whsec_other')).toThrow(expect.objectContaining(bad))
    expect(() => cards.readEvent(Buffer.from(body.replace('evt_1', 'evt_2')), signature)).toThrow(
      expect.objectContaining(bad),
    )
    expect(() => cards.readEvent(Buffer.from(body), '')).toThrow(expect.objectContaining(bad))
    expect(() => cards.readEvent(Buffer.from(body), 't=1,v0=abc')).toThrow(expect.objectContaining(bad))
    expect(() => cards.readEvent(Buffer.from(''), signature)).toThrow(expect.objectContaining(bad))
    expect(() => signed(body, minutesAgo(6))).toThrow(expect.objectContaining(bad))
    expect(() => signed('not json')).toThrow(expect.objectContaining(bad))
    expect(signed(body, minutesAgo(4)).id).toBe('evt_1')
    market.clock.advance({ days: 1 })
    expect(() => signed(body, now)).toThrow(expect.objectContaining(bad))
    market.clock.reset()
  })
})
