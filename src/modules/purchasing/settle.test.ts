import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../testing/audit.ts'
import { buildListing } from '../../testing/builders.ts'
import { cardMarket, type CardMarket } from '../../testing/card-market.ts'
import type { TestClient } from '../../testing/client.ts'
import { confirmDelivery, finish, reserve } from '../../testing/trades.ts'
import { signEvent } from '../../testing/stripe-double.ts'
import { createSandbox } from './card/sandbox/sandbox.ts'
import { expireReservation } from './expire-reservation.ts'
import { findPurchase } from './purchase.ts'
import { sweepReservations } from './sweep-reservations.ts'

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket(createSandbox)
})
afterAll(() => cards.stop())
afterEach(async () => {
  expect(cards.double.faults).toEqual([])
  expect(await auditFindings(cards.market)).toEqual([])
  await cards.deliverEvents()
  cards.double.requests.length = 0
})

interface Open {
  buyer: TestClient
  itemId: string
  purchaseId: string
  paymentId: string
}

/** An item that is reserved and not yet paid. */
async function open(): Promise<Open> {
  const itemId = (await buildListing(cards.market)).listing.id
  const buyer = await cards.market.signIn()
  const { status, body } = await reserve(buyer, itemId)
  expect(status).toBe(201)
  return { buyer, itemId, purchaseId: body.purchaseId, paymentId: body.clientSecret.split('_secret_')[0]! }
}
async function paid(): Promise<Open> {
  const purchase = await open()
  await cards.pay(purchase.paymentId)
  return purchase
}

const stateOf = async ({ purchaseId }: Open) => (await findPurchase(cards.market.ctx.db, purchaseId))?.state
const sweep = () => sweepReservations(cards.market.ctx)
const balanceOf = async ({ buyer }: Open) => {
  const { tokens, tokensInEscrow } = await buyer.refreshUser()
  return [tokens, tokensInEscrow]
}
const statement = async ({ buyer }: Open) =>
  (await buyer.get<{ type: string }[]>('/api/tokens/transactions')).body.map(({ type }) => type)
async function waitingForLocks(): Promise<number> {
  const { rows } = await cards.market.ctx.db.raw<{ rows: { waiting: number }[] }>(
    "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]!.waiting
}
const PAID = ['6.98', '3.02']
const UNTOUCHED = ['10.00', '0.00']
const tell = ({ buyer, itemId, paymentId }: Open) => finish(buyer, itemId, paymentId)

describe('a payment that succeeded makes the purchase paid, once,', () => {
  test('by the call alone', async () => {
    const purchase = await paid()
    cards.courier.waiting.length = 0
    const { status, body } = await tell(purchase)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'paid', pickup: { pickupAddress: '12 Alder Street' }, cardAmount: '3.50' })
    expect(await tell(purchase)).toEqual(expect.objectContaining({ status: 200, body }))
    expect(await balanceOf(purchase)).toEqual(PAID)
  })

  test('by the webhook alone, the tab being closed', async () => {
    const purchase = await paid()
    expect(await cards.deliverEvents()).toEqual([200])
    expect(await stateOf(purchase)).toBe('paid')
    expect(await balanceOf(purchase)).toEqual(PAID)
  })

  test('by the sweeper alone, neither call nor webhook having come', async () => {
    const purchase = await paid()
    cards.courier.waiting.length = 0
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await stateOf(purchase)).toBe('paid')
    expect(await balanceOf(purchase)).toEqual(PAID)
  })

  test('by a start that is taken up again', async () => {
    const purchase = await paid()
    expect(await reserve(purchase.buyer, purchase.itemId)).toMatchObject({ body: { code: 'ALREADY_PAID' } })
    expect(await stateOf(purchase)).toBe('paid')
  })

  test('call first, webhook first, and all at once with the sweeper', async () => {
    const [first, second, third] = [await paid(), await paid(), await paid()]
    await tell(first)
    await cards.deliverEvents()
    expect((await tell(second)).status).toBe(200)
    cards.market.clock.advance({ minutes: 16 })
    const answers = await Promise.all([tell(third), cards.deliverEvents({ copies: 3 }), sweep(), tell(third)])
    expect(answers[0].status).toBe(200)
    for (const purchase of [first, second, third]) {
      expect(await stateOf(purchase)).toBe('paid')
      expect(await statement(purchase)).toEqual(['purchase_item', 'welcome_bonus'])
      const jobs = await cards.market.ctx
        .db('pgboss.job')
        .where({ name: 'messaging.announce-purchase' })
        .whereRaw("data ->> 'purchaseId' = ?", [purchase.purchaseId])
      expect(jobs).toHaveLength(1)
    }
  })

  test('by webhooks that come doubled, unordered and late', async () => {
    const purchase = await open()
    await expect(cards.pay(purchase.paymentId, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined')
    await cards.pay(purchase.paymentId)
    await tell(purchase)
    await confirmDelivery(purchase.buyer, purchase.itemId)
    const statuses = await cards.deliverEvents({ copies: 3, arrange: (bodies) => bodies.toReversed() })
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await stateOf(purchase)).toBe('delivered')
    const events = await cards.market.ctx.db('card_event').where({ payment_intent_id: purchase.paymentId })
    expect(events.length).toBe(statuses.length / 3)
    for (const event of events as { problem: unknown }[]) expect(event.problem).toBeNull()
  })
})

describe('a payment does not count', () => {
  test('before it has succeeded, or after the card was declined: the item stays reserved and the card can be tried again', async () => {
    const purchase = await open()
    const incomplete = { status: 402, body: { code: 'PAYMENT_INCOMPLETE' } }
    expect(await tell(purchase)).toMatchObject(incomplete)
    await expect(cards.pay(purchase.paymentId, 'pm_card_visa_chargeDeclined')).rejects.toThrow()
    await cards.pay(purchase.paymentId, 'pm_card_authenticationRequiredOnSetup')
    expect(await tell(purchase)).toMatchObject(incomplete)
    await cards.deliverEvents()
    expect(await stateOf(purchase)).toBe('reserved')
    await cards.pay(purchase.paymentId, 'pm_card_authenticationRequiredOnSetup')
    expect((await tell(purchase)).status).toBe(200)
  })

  test("when it is somebody else's, was used before, or does not exist", async () => {
    const [mine, other] = [await open(), await paid()]
    const refused = { status: 402, body: { code: 'PAYMENT_NOT_YOURS' } }
    for (const paymentId of [other.paymentId, 'pi_none'])
      expect(await tell({ ...mine, paymentId })).toMatchObject(refused)
    await tell(other)
    expect(await tell({ ...mine, paymentId: other.paymentId })).toMatchObject(refused)
    expect(await tell({ ...other, itemId: mine.itemId })).toMatchObject(refused)
    expect(await tell({ ...other, buyer: mine.buyer })).toMatchObject(refused)
    expect(await stateOf(mine)).toBe('reserved')
  })

  test.each([
    ['amount', { amount: 349 }],
    ['amount received', { amount_received: 349 }],
    ['currency', { currency: 'eur' }],
    ['purchase', { metadata: { purchase: 'x' } }],
    ['buyer', { metadata: { buyer: 'x' } }],
    ['item', { metadata: { item: 'x' } }],
  ])("when the provider's own answer has another %s", async (_name, change) => {
    const purchase = await paid()
    const { db } = cards.market.ctx
    const tampered = 'metadata' in change ? { key: '{metadata}', value: change.metadata } : { key: '{}', value: change }
    const kept = (await db<{ id: string; body: object }>('sandbox_object').where({ id: purchase.paymentId }).first())!
    await db('sandbox_object')
      .where({ id: purchase.paymentId })
      .update({
        body: JSON.stringify(
          tampered.key === '{metadata}'
            ? { ...kept.body, metadata: { ...(kept.body as { metadata: object }).metadata, ...tampered.value } }
            : { ...kept.body, ...tampered.value },
        ),
      })
    expect((await tell(purchase)).status).toBe(402)
    await cards.deliverEvents()
    expect(await stateOf(purchase)).toBe('reserved')
    const problems = await db('card_event').where({ payment_intent_id: purchase.paymentId }).whereNotNull('problem')
    expect(problems).toHaveLength(1)
    await db('sandbox_object')
      .where({ id: purchase.paymentId })
      .update({ body: JSON.stringify(kept.body) })
    expect((await tell(purchase)).status).toBe(200)
  })
})

describe('the webhook refuses', () => {
  const HOOK = 'whsec_double'
  const event = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1,
    data: { object: {} },
  })

  test('a forged, changed, or old event, and one without signature', async () => {
    const now = cards.market.clock.now()
    const before = new Date(now.getTime() - 301_000)
    for (const [body, signature] of [
      [event, signEvent(event, 'whsec_other', now)],
      [event.replace('forged', 'changed'), signEvent(event, HOOK, now)],
      [event, signEvent(event, HOOK, before)],
      [event, ''],
      [event, 't=1,v1=zz'],
      ['', signEvent('', HOOK, now)],
      ['{', signEvent('{', HOOK, now)],
    ] as const)
      expect(await cards.postEvent(body, signature)).toMatchObject({ status: 400, body: { code: 'BAD_SIGNATURE' } })
    expect(await cards.market.ctx.db('card_event').where({ id: 'evt_forged' })).toEqual([])
  })

  test('nothing that is signed: what it is about nobody knows is kept with the problem', async () => {
    const about = event.replace('"object":{}', '"object":{"object":"payment_intent","id":"pi_none"}')
    const { status } = await cards.postEvent(about, signEvent(about, HOOK, cards.market.clock.now()))
    expect(status).toBe(200)
    expect(await cards.market.ctx.db('card_event').where({ id: 'evt_forged' })).toMatchObject([
      { processed_at: null, problem: expect.stringContaining('pi_none') as string },
    ])
  })

  test('an event while the provider is away, so that it comes again', async () => {
    const purchase = await paid()
    cards.double.faults.push({ on: 'GET', how: 'lose request', times: 3 })
    const [event] = cards.courier.waiting
    expect(await cards.deliverEvents()).toEqual([503])
    expect(await stateOf(purchase)).toBe('reserved')
    cards.courier.waiting.push(event!)
    expect(await cards.deliverEvents()).toEqual([200])
    expect(await stateOf(purchase)).toBe('paid')
  }, 20_000)
})

describe('when the provider', () => {
  test('is away, nobody gets a secret, and a repeat resumes the same purchase', async () => {
    const itemId = (await buildListing(cards.market)).listing.id
    const buyer = await cards.market.signIn()
    cards.double.faults.push({ on: 'POST /v1/payment_intents', how: 'lose request', times: 3 })
    const away = await reserve(buyer, itemId)
    expect(away).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } })
    expect(away.headers.get('retry-after')).not.toBeNull()
    expect((await reserve(buyer, itemId)).status).toBe(201)
    const { body } = await buyer.get('/api/purchases')
    expect(body).toHaveLength(1)
  }, 20_000)

  test('loses its replies, there is one payment still', async () => {
    const itemId = (await buildListing(cards.market)).listing.id
    const buyer = await cards.market.signIn()
    cards.double.faults.push({ on: 'POST /v1/payment_intents', how: 'lose reply', times: 3 })
    expect((await reserve(buyer, itemId)).status).toBe(503)
    const { status, body } = await reserve(buyer, itemId)
    expect(status).toBe(201)
    const payments = await cards.market.ctx.db('sandbox_object').whereRaw("body -> 'metadata' ->> 'item' = ?", [itemId])
    expect(payments).toMatchObject([{ id: body.clientSecret.split('_secret_')[0] }])
  }, 20_000)

  test('is away when a reservation ends, it stays reserved until the next round', async () => {
    const purchase = await open()
    cards.market.clock.advance({ minutes: 16 })
    cards.double.faults.push({
      on: `POST /v1/payment_intents/${purchase.paymentId}/cancel`,
      how: 'lose request',
      times: 3,
    })
    await sweep()
    expect(await stateOf(purchase)).toBe('reserved')
    expect(await balanceOf(purchase)).toEqual(PAID)
    await sweep()
    expect(await stateOf(purchase)).toBe('expired')
    expect(await balanceOf(purchase)).toEqual(UNTOUCHED)
  }, 20_000)
})

describe('a reservation that ends', () => {
  test('is cancelled at the provider before anything is given back', async () => {
    const purchase = await open()
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(cards.double.requests.at(-1)).toBe(`POST /v1/payment_intents/${purchase.paymentId}/cancel`)
    await expect(cards.pay(purchase.paymentId)).rejects.toThrow()
    expect(await stateOf(purchase)).toBe('expired')
  })

  test('without its payment id saved, the server having died, is simply over: no secret left the house', async () => {
    const purchase = await open()
    await cards.market.ctx.db('purchase').where({ id: purchase.purchaseId }).update({ payment_intent_id: null })
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await stateOf(purchase)).toBe('expired')
    expect(await balanceOf(purchase)).toEqual(UNTOUCHED)
  })

  test('without its payment id saved is resumed in time, with the same payment', async () => {
    const purchase = await open()
    await cards.market.ctx.db('purchase').where({ id: purchase.purchaseId }).update({ payment_intent_id: null })
    const again = await reserve(purchase.buyer, purchase.itemId, { purchaseId: purchase.purchaseId })
    expect(again.body.clientSecret).toContain(purchase.paymentId)
  })

  test('that is given its payment while it is being ended is left for the next round, which cancels that', async () => {
    const purchase = await open()
    const { db } = cards.market.ctx
    await db('purchase').where({ id: purchase.purchaseId }).update({ payment_intent_id: null })
    cards.market.clock.advance({ minutes: 16 })
    const ending = await db.transaction(async (trx) => {
      await trx.raw('select from listing where id = ? for update', [purchase.itemId])
      const work = sweep()
      await expect.poll(() => waitingForLocks()).toBe(1)
      await trx('purchase').where({ id: purchase.purchaseId }).update({ payment_intent_id: purchase.paymentId })
      return { work }
    })
    await ending.work
    expect(await stateOf(purchase)).toBe('reserved')
    await sweep()
    expect(await stateOf(purchase)).toBe('expired')
    await expect(cards.pay(purchase.paymentId)).rejects.toThrow()
  })

  test('is left alone before its time, however often it is asked to end', async () => {
    const purchase = await open()
    await Promise.all([expireReservation(cards.market.ctx, purchase.purchaseId), sweep()])
    expect(await stateOf(purchase)).toBe('reserved')
  })
})

describe('a payment that succeeds after its reservation was over', () => {
  /** The provider forgot the payment for a while, so that the reservation could end with it uncancelled. */
  async function paidTooLate(): Promise<Open> {
    const purchase = await open()
    const { db } = cards.market.ctx
    await db('sandbox_object').where({ id: purchase.paymentId }).update({ id: 'pi_away' })
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await stateOf(purchase)).toBe('expired')
    await db('sandbox_object').where({ id: 'pi_away' }).update({ id: purchase.paymentId })
    await cards.pay(purchase.paymentId)
    return purchase
  }
  const row = async ({ purchaseId }: Open) => (await findPurchase(cards.market.ctx.db, purchaseId))!

  test('is refunded by itself, told by the call, and the item is not taken', async () => {
    const purchase = await paidTooLate()
    const other = await cards.market.signIn()
    expect((await reserve(other, purchase.itemId)).status).toBe(201)
    expect(await tell(purchase)).toMatchObject({ status: 409, body: { code: 'RESERVATION_EXPIRED' } })
    await cards.market.runJobs()
    const late = await row(purchase)
    expect(late).toMatchObject({ state: 'expired', refundFailure: null })
    expect(late.latePaymentAt).not.toBeNull()
    expect(late.refundedAt).not.toBeNull()
    expect(await balanceOf(purchase)).toEqual(UNTOUCHED)
  })

  test('is refunded once, told by call, webhook and call again', async () => {
    const purchase = await paidTooLate()
    await Promise.all([tell(purchase), cards.deliverEvents({ copies: 2 }), tell(purchase)])
    await cards.market.runJobs()
    await cards.deliverEvents()
    await cards.market.runJobs()
    const refunds = cards.double.requests.filter((request) => request === 'POST /v1/refunds')
    expect(refunds).toHaveLength(1)
  })

  test('is refunded by the sweeper when the refund job is lost', async () => {
    const purchase = await paidTooLate()
    await tell(purchase)
    await cards.market.ctx.db('pgboss.job').where({ name: 'purchasing.refund-card' }).delete()
    cards.market.clock.advance({ minutes: 11 })
    await sweep()
    expect((await row(purchase)).refundedAt).not.toBeNull()
  })
})
