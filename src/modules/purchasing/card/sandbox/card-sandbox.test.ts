import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { connectDatabase } from '../../../../platform/database.ts'
import { testMarket, type TestMarket } from '../../../../testing/market/market.ts'
import { cardProvider, type CardProvider, type Payment } from '../card-provider.ts'
import { confirmSandboxPayment } from './confirm-sandbox-payment.ts'
import { deliverSandboxEvent } from './deliver-sandbox-event.ts'

let market: TestMarket
let cards: CardProvider
let webhook: Server
/** Events that the webhook got, and its next answers; then 200. */
const received: { body: string; signature: string; type: string | undefined }[] = []
const answers: number[] = []

/** A market without keys, whose webhook is this test. */
beforeAll(async () => {
  webhook = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { 'stripe-signature': signature, 'content-type': type } = request.headers
      if (request.method === 'POST' && request.url === '/api/stripe/webhook')
        received.push({ body, signature: String(signature), type })
      response.writeHead(answers.shift() ?? 200).end()
    })
  }).listen(0, '127.0.0.1')
  await once(webhook, 'listening')
  const address = webhook.address()
  const port = typeof address === 'object' ? address?.port : 0
  market = await testMarket({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` } })
  cards = cardProvider(market.ctx)
})
afterAll(async () => {
  await market.stop()
  webhook.close()
  webhook.closeAllConnections()
})
beforeEach(() => {
  received.length = 0
  answers.length = 0
})

const buyerId = randomUUID()
const open = () =>
  cards.createPayment({
    purchaseId: randomUUID(),
    listingIds: [randomUUID()],
    buyerId,
    amountCents: 350,
    currency: 'usd',
  })
const enter = (payment: Payment, cardNumber: string, ctx: Context = market.ctx, callerId = buyerId) =>
  confirmSandboxPayment(ctx, { clientSecret: payment.clientSecret, cardNumber, callerId })
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('should have been refused'),
    (error: unknown) => error,
  )
const eventOf = ({ id }: Payment) => received.find(({ body }) => body.includes(id))!
const deliver = () => market.runJobs({ only: ['purchasing.deliver-sandbox-event'] })

describe('the test-card form', () => {
  test.each(['4242 4242 4242 4242', '4242424242424242', ' 4242-4242-4242-4242 '])('%s pays', async (number) => {
    const payment = await open()
    expect(await enter(payment, number)).toEqual({ status: 'succeeded', paymentIntentId: payment.id })
    expect(await cards.retrievePayment(payment.id)).toMatchObject({ status: 'succeeded', amountReceived: 350 })
  })

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4111 1111 1111 1111', 'Your card number is incorrect.'],
    ['', 'Your card number is incorrect.'],
    ['pm_card_visa', 'Your card number is incorrect.'],
    ['undefined', 'Your card number is incorrect.'],
  ])('%s is answered: %s Another card may be tried', async (number, message) => {
    const payment = await open()
    expect(await rejection(enter(payment, number))).toMatchObject({ status: 402, code: 'CARD_DECLINED', message })
    expect((await cards.retrievePayment(payment.id)).status).toBe('open')
    expect((await enter(payment, '4242424242424242')).status).toBe('succeeded')
  })

  test('4000 0025 0000 3155 asks for one more confirmation', async () => {
    const payment = await open()
    const asks = { status: 'requires_action', paymentIntentId: payment.id }
    expect(await enter(payment, '4000 0025 0000 3155')).toEqual(asks)
    expect(await enter(payment, '4000 0025 0000 3155')).toEqual({ ...asks, status: 'succeeded' })
  })

  test('sent twice, or by five tabs at once, pays once', async () => {
    const payment = await open()
    const tabs = await Promise.all(Array.from({ length: 5 }, () => enter(payment, '4242424242424242')))
    expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect((await enter(payment, '4242424242424242')).status).toBe('succeeded')
    await deliver()
    expect(received.filter(({ body }) => body.includes(payment.id))).toHaveLength(1)
  })

  test('comes too late for a cancelled payment', async () => {
    const payment = await open()
    await cards.cancelPayment(payment.id)
    expect(await rejection(enter(payment, '4242424242424242'))).toMatchObject({
      status: 409,
      code: 'RESERVATION_EXPIRED',
    })
  })

  test('is for the buyer and the whole secret only', async () => {
    const payment = await open()
    const other = await open()
    const refused = { status: 404, code: 'PAYMENT_NOT_FOUND' }
    expect(await rejection(enter(payment, '4242424242424242', market.ctx, randomUUID()))).toMatchObject(refused)
    const secrets = [
      `${payment.id}_secret_guess`,
      other.clientSecret.replace(other.id, payment.id),
      payment.clientSecret.slice(0, -1),
      payment.id,
      'pi_none_secret_x',
      'pi_a/../b_secret_x',
      '',
      '_secret_',
    ]
    for (const clientSecret of secrets)
      expect(await rejection(enter({ ...payment, clientSecret }, '4242424242424242'))).toMatchObject(refused)
    expect((await cards.retrievePayment(payment.id)).status).toBe('open')
  })

  test('is not there where real cards are taken, nor in a production that does not allow it', async () => {
    const payment = await open()
    for (const change of [{ stripe: true }, { sandboxAllowed: false }]) {
      const ctx = { ...market.ctx, config: { ...market.ctx.config, ...change } }
      expect(await rejection(enter(payment, '4242424242424242', ctx))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
  })
})

describe('its events', () => {
  test('reach the webhook signed, and tell what happened', async () => {
    const payment = await open()
    await enter(payment, '4242424242424242')
    await deliver()
    const { body, signature, type } = eventOf(payment)
    expect(type).toContain('application/json')
    expect(cards.readEvent(Buffer.from(body), signature)).toMatchObject({
      type: 'payment_intent.succeeded',
      paymentIntentId: payment.id,
    })
  })

  test('are signed at the time of each attempt', async () => {
    const payment = await open()
    await enter(payment, '4242424242424242')
    market.clock.advance({ days: 1 })
    await deliver()
    const { body, signature } = eventOf(payment)
    expect(cards.readEvent(Buffer.from(body), signature).paymentIntentId).toBe(payment.id)
    market.clock.reset()
  })

  test('come again until they are taken, the same event each time', async () => {
    const payment = await open()
    await enter(payment, '4242424242424242')
    answers.push(500)
    expect(String(await rejection(deliver()))).toContain('500')
    await market.ctx.db.raw("update pgboss.job set start_after = now() where name = 'purchasing.deliver-sandbox-event'")
    await deliver()
    const [first, second] = received
    expect(received).toHaveLength(2)
    expect(second?.body).toBe(first?.body)
  })

  test('fail while nobody listens', async () => {
    const nowhere = { ...market.ctx, config: { ...market.ctx.config, publicUrl: 'http://127.0.0.1:9' } }
    await rejection(deliverSandboxEvent(nowhere, { event: '{}' }))
  })

  test('exist exactly if the change does', async () => {
    const waiting = async () =>
      (await market.ctx.queue.boss.findJobs('purchasing.deliver-sandbox-event')).filter(
        (job) => job.state === 'created',
      )
    await deliver()
    const payment = await open()
    expect(await waiting()).toHaveLength(0)
    await rejection(enter(payment, '4000 0000 0000 0002'))
    expect(await waiting()).toHaveLength(1)
    await deliver()
    expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toContain(
      'payment_intent.payment_failed',
    )
  })
})

test('is the same in every process of a market: web takes what a worker signs', async () => {
  const worker: Context = { ...market.ctx }
  const payment = await open()
  await enter(payment, '4242424242424242', worker)
  expect((await cards.retrievePayment(payment.id)).status).toBe('succeeded')
  await deliverSandboxEvent(worker, {
    event: '{"id":"evt_1","object":"event","created":1,"type":"x","data":{"object":{}}}',
  })
  const last = received.at(-1)
  expect(cards.readEvent(Buffer.from(last?.body ?? ''), last?.signature ?? '').id).toBe('evt_1')
  expect(cards).toMatchObject({ sandbox: true, publishableKey: null })
})

test('is unavailable while the database is away', async () => {
  const db = connectDatabase('postgres://nobody@127.0.0.1:9/nothing')
  await db.destroy()
  const error = await rejection(cardProvider({ ...market.ctx, db }).retrievePayment('pi_1'))
  expect(error).toMatchObject({ status: 503, code: 'PAYMENTS_UNAVAILABLE' })
})
