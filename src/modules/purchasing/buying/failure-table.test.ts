import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { openTrade, paidTrade, type CardTrade } from '../../../testing/market/card-trades.ts'
import { confirmDelivery, finish, insist, reserve } from '../../../testing/market/trades.ts'
import type { Purchase, Sale } from '../contract.ts'
import { purchaseFigures, type Alarm } from '../oversight/figures.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { refundsOf } from '../refund/card-refund.ts'
import { sweepReservations } from '../reserving/sweep-reservations.ts'

// The failure table of a purchase, row by row, at a card provider that has bad days.
let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
afterEach(async () => {
  expect(cards.double.faults).toEqual([])
  expect(await auditFindings(cards.market)).toEqual([])
  await cards.deliverEvents()
  await cards.market.runJobs({ only: ['purchasing.refund-card'] })
  cards.double.requests.length = 0
})

const PAID = ['6.98', '3.02']
const UNTOUCHED = ['10.00', '0.00']
const AWAY = 3
const db = () => cards.market.ctx.db
const sweep = () => sweepReservations(cards.market.ctx)
const tell = ({ buyer, itemId, paymentId }: CardTrade) => finish(buyer, itemId, paymentId)
const row = async ({ purchaseId }: CardTrade) => (await findOrder(db(), purchaseId))!
const stateOf = async (trade: CardTrade) => (await row(trade)).lines[0]?.state
const refundOf = async ({ purchaseId }: CardTrade) => (await refundsOf(db(), [purchaseId])).get(purchaseId)?.[0]
const balanceOf = async ({ buyer }: CardTrade) => {
  const { tokens, tokensInEscrow } = await buyer.refreshUser()
  return [tokens, tokensInEscrow]
}
const cancel = ({ seller, purchaseId }: CardTrade) =>
  seller.post<Sale>(`/api/purchases/${purchaseId}/cancel`, { relist: true })
const bought = async ({ buyer }: CardTrade) => (await buyer.get<Purchase[]>('/api/purchases')).body[0]
const alarms = async (kind: Alarm['kind']) =>
  (await purchaseFigures(db(), cards.market.clock.now())).alarms.find((alarm) => alarm.kind === kind)?.count
const metric = async (kind: Alarm['kind']) =>
  new RegExp(`market_alarms\\{kind="${kind}"\\} (\\d+)`).exec(
    (await cards.market.visitor().get<string>('/metrics')).body,
  )?.[1]
const refundsAsked = () => cards.double.requests.filter((request) => request === 'POST /v1/refunds').length
const refundsMade = ({ paymentId }: CardTrade) =>
  count(db()('sandbox_object').where({ kind: 'refund' }).whereRaw("body ->> 'payment_intent' = ?", [paymentId]))
const refundKeys = ({ purchaseId }: CardTrade) =>
  count(db()('sandbox_idempotency_key').where({ key: `purchase:${purchaseId}:refund` }))
const count = async (rows: PromiseLike<unknown[]>) => (await rows).length
const forgetRefundJob = () => db()('pgboss.job').where({ name: 'purchasing.refund-card' }).delete()
async function paidAhead(): Promise<CardTrade> {
  const trade = await openTrade(cards)
  await cards.pay(trade.paymentId)
  return trade
}

describe('webhook before, after or without the call; call never made (tab closed): paid once,', () => {
  test('by the call alone', async () => {
    const trade = await paidAhead()
    cards.courier.waiting.length = 0
    const { status, body } = await tell(trade)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'paid', pickup: { pickupAddress: '12 Alder Street' }, cardAmount: '3.50' })
    expect(await tell(trade)).toEqual(expect.objectContaining({ status: 200, body }))
    expect(await balanceOf(trade)).toEqual(PAID)
  })

  test('call first, webhook first, and all at once with the sweeper', async () => {
    const [first, second, third] = [await paidAhead(), await paidAhead(), await paidAhead()]
    await tell(first)
    await cards.deliverEvents()
    expect((await tell(second)).status).toBe(200)
    cards.market.clock.advance({ minutes: 16 })
    const answers = await Promise.all([tell(third), cards.deliverEvents({ copies: 3 }), sweep(), tell(third)])
    expect(answers[0].status).toBe(200)
    for (const trade of [first, second, third]) {
      expect(await stateOf(trade)).toBe('paid')
      const { body } = await trade.buyer.get<{ type: string }[]>('/api/tokens/transactions')
      expect(body.map(({ type }) => type)).toEqual(['purchase_item', 'welcome_bonus'])
      const jobs = await db()('pgboss.job')
        .where({ name: 'messaging.announce-purchase' })
        .whereRaw("data ->> 'purchaseId' = ?", [trade.purchaseId])
      expect(jobs).toHaveLength(1)
    }
  })

  test('by webhooks that come doubled, unordered and late', async () => {
    const trade = await openTrade(cards)
    await expect(cards.pay(trade.paymentId, 'pm_card_visa_chargeDeclined')).rejects.toThrow('declined')
    await cards.pay(trade.paymentId)
    await tell(trade)
    await confirmDelivery(trade.buyer, trade.itemId)
    const statuses = await cards.deliverEvents({ copies: 3, arrange: (bodies) => bodies.toReversed() })
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await stateOf(trade)).toBe('delivered')
    const events = await db()('card_event').where({ payment_intent_id: trade.paymentId })
    expect(events.length).toBe(statuses.length / 3)
    for (const event of events as { problem: unknown }[]) expect(event.problem).toBeNull()
  })

  test('by an event that failed half-way and comes again: it was not recorded without its effect', async () => {
    const trade = await paidAhead()
    const [event] = cards.courier.waiting
    await db().raw("alter table purchase add constraint bad_day check (state <> 'paid') not valid")
    expect(await cards.deliverEvents()).toEqual([500])
    await db().raw('alter table purchase drop constraint bad_day')
    expect(await stateOf(trade)).toBe('reserved')
    cards.courier.waiting.push(event!)
    expect(await cards.deliverEvents()).toEqual([200])
    expect(await stateOf(trade)).toBe('paid')
  })

  test('by an event that came while the provider was away, and comes again', async () => {
    const trade = await paidAhead()
    cards.double.faults.push({ on: 'GET', how: 'lose request', times: AWAY })
    const [event] = cards.courier.waiting
    expect(await cards.deliverEvents()).toEqual([503])
    expect(await stateOf(trade)).toBe('reserved')
    cards.courier.waiting.push(event!)
    expect(await cards.deliverEvents()).toEqual([200])
    expect(await stateOf(trade)).toBe('paid')
  })
})

describe('server dies before the intent id is saved: no secret left the house;', () => {
  /** As if the id had never been saved. */
  const forgetPayment = ({ purchaseId }: CardTrade) =>
    db().transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica')
      await trx('purchase').where({ id: purchaseId }).update({ payment_intent_id: null })
      await trx('purchase_history').where({ subject_id: purchaseId, change: 'update' }).delete()
    })

  test('the same purchase id resumes, with the same payment', async () => {
    const trade = await openTrade(cards)
    await forgetPayment(trade)
    const { buyer, itemId, purchaseId, paymentId } = trade
    expect((await reserve(buyer, itemId, { purchaseId })).body.clientSecret).toContain(paymentId)
  })

  test('or it expires', async () => {
    const trade = await openTrade(cards)
    await forgetPayment(trade)
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await stateOf(trade)).toBe('expired')
    expect(await balanceOf(trade)).toEqual(UNTOUCHED)
  })

  test('and where the payment comes while it expires, the next round cancels that', async () => {
    const trade = await openTrade(cards)
    await forgetPayment(trade)
    cards.market.clock.advance({ minutes: 16 })
    const ending = await db().transaction(async (trx) => {
      await trx.raw('select from listing where id = ? for update', [trade.itemId])
      const work = sweep()
      await untilSomebodyWaits(db())
      await trx('purchase').where({ id: trade.purchaseId }).update({ payment_intent_id: trade.paymentId })
      return { work }
    })
    await ending.work
    expect(await stateOf(trade)).toBe('reserved')
    await sweep()
    expect(await stateOf(trade)).toBe('expired')
    await expect(cards.pay(trade.paymentId)).rejects.toThrow()
  })

  test('the same where the provider is away, or its replies are lost: one purchase, one payment', async () => {
    const itemId = (await buildListing(cards.market)).listing.id
    const buyer = await cards.market.signIn()
    for (const how of ['lose request', 'lose reply'] as const) {
      cards.double.faults.push({ on: 'POST /v1/payment_intents', how, times: AWAY })
      const away = await reserve(buyer, itemId)
      expect(away).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } })
      expect(away.headers.get('retry-after')).not.toBeNull()
    }
    const { status, body } = await reserve(buyer, itemId)
    expect(status).toBe(201)
    expect((await buyer.get('/api/purchases')).body).toHaveLength(1)
    const payments = await db()('sandbox_object').whereRaw("body -> 'metadata' ->> 'item' = ?", [itemId])
    expect(payments).toMatchObject([{ id: body.clientSecret.split('_secret_')[0] }])
  })
})

describe('server dies after the payment:', () => {
  test('the webhook alone settles', async () => {
    const trade = await paidAhead()
    expect(await cards.deliverEvents()).toEqual([200])
    expect(await stateOf(trade)).toBe('paid')
    expect(await balanceOf(trade)).toEqual(PAID)
  })

  test('the sweeper alone settles', async () => {
    const trade = await paidAhead()
    cards.courier.waiting.length = 0
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await stateOf(trade)).toBe('paid')
    expect(await balanceOf(trade)).toEqual(PAID)
  })
})

describe('double click, back button, reload: same purchase id, same purchase', () => {
  test('by its id, by a reload, by a second tab, and by ten clicks at once', async () => {
    const itemId = (await buildListing(cards.market)).listing.id
    const [buyer, purchaseId] = [await cards.market.signIn(), randomUUID()]
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () => insist(() => reserve(buyer, itemId, { purchaseId }))),
    )
    expect(clicks.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    for (const order of [{ purchaseId }, {}, { purchaseId: randomUUID() }])
      expect((await reserve(buyer, itemId, order)).body).toEqual(clicks[0]?.body)
    expect(new Set(clicks.map(({ body }) => body.clientSecret)).size).toBe(1)
    expect((await buyer.refreshUser()).tokensInEscrow).toBe('3.02')
  })

  test('and one that was paid in another tab is settled, and says so', async () => {
    const trade = await paidAhead()
    const { buyer, itemId, purchaseId } = trade
    for (const order of [{}, {}, { purchaseId }])
      expect(await reserve(buyer, itemId, order)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } })
    expect(await stateOf(trade)).toBe('paid')
  })
})

test('two buyers: the second gets 409 before any card form', async () => {
  const trade = await openTrade(cards)
  cards.double.requests.length = 0
  const second = await cards.market.signIn()
  const refused = await reserve(second, trade.itemId)
  expect(refused).toMatchObject({ status: 409, body: { code: 'LISTING_RESERVED' } })
  expect(refused.body).not.toHaveProperty('clientSecret')
  expect(cards.double.requests).toEqual([])
  expect(await balanceOf({ ...trade, buyer: second })).toEqual(UNTOUCHED)
})

describe('stays reserved, try again on the same intent:', () => {
  const incomplete = { status: 402, body: { code: 'PAYMENT_INCOMPLETE' } }

  test.each([
    ['card declined', 'pm_card_visa_chargeDeclined', 'pm_card_visa'],
    ['one more confirmation wanted', 'pm_card_authenticationRequiredOnSetup', 'pm_card_authenticationRequiredOnSetup'],
  ])('%s', async (_what, first, second) => {
    const trade = await openTrade(cards)
    expect(await tell(trade)).toMatchObject(incomplete)
    await cards.pay(trade.paymentId, first).catch((error: unknown) => {
      expect(String(error)).toContain('declined')
    })
    expect(await tell(trade)).toMatchObject(incomplete)
    await cards.deliverEvents()
    expect(await stateOf(trade)).toBe('reserved')
    expect((await reserve(trade.buyer, trade.itemId)).body.clientSecret).toContain(trade.paymentId)
    await cards.pay(trade.paymentId, second)
    expect(await tell(trade)).toMatchObject({ status: 200, body: { state: 'paid' } })
    expect(await balanceOf(trade)).toEqual(PAID)
  })
})

test("somebody else's or a used payment id: 402", async () => {
  const [mine, other] = [await openTrade(cards), await paidAhead()]
  const refused = { status: 402, body: { code: 'PAYMENT_NOT_YOURS' } }
  for (const paymentId of [other.paymentId, 'pi_none'])
    expect(await tell({ ...mine, paymentId })).toMatchObject(refused)
  expect(await tell({ ...other, buyer: mine.buyer })).toMatchObject(refused)
  await tell(other)
  expect(await tell({ ...mine, paymentId: other.paymentId })).toMatchObject(refused)
  expect(await tell({ ...other, itemId: mine.itemId })).toMatchObject(refused)
  expect(await tell({ ...other, buyer: mine.buyer })).toMatchObject(refused)
  expect(await stateOf(mine)).toBe('reserved')
})

describe('late success after expiry: refunded automatically,', () => {
  /** The provider forgot the payment for a while, so that the reservation could end with it uncancelled. */
  async function paidTooLate(card?: string): Promise<CardTrade> {
    const trade = await openTrade(cards)
    await db()('sandbox_object').where({ id: trade.paymentId }).update({ id: 'pi_away' })
    cards.market.clock.advance({ minutes: 16 })
    await sweep()
    expect(await stateOf(trade)).toBe('expired')
    await db()('sandbox_object').where({ id: 'pi_away' }).update({ id: trade.paymentId })
    await cards.pay(trade.paymentId, card)
    return trade
  }

  test('counted and alarmed; the item is not taken', async () => {
    const trade = await paidTooLate()
    const before = Number(await alarms('late_payment'))
    expect((await reserve(await cards.market.signIn(), trade.itemId)).status).toBe(201)
    expect(await tell(trade)).toMatchObject({ status: 409, body: { code: 'RESERVATION_EXPIRED' } })
    expect(await alarms('late_payment')).toBe(before + 1)
    expect(await metric('late_payment')).toBe(String(before + 1))
    await cards.market.runJobs({ only: ['purchasing.refund-card'] })
    const late = await row(trade)
    expect(late.state).toBe('expired')
    expect(late.latePaymentAt).not.toBeNull()
    expect(await refundOf(trade)).toMatchObject({ amountCents: 350, refundedAt: expect.any(Date) as Date })
    expect(await balanceOf(trade)).toEqual(UNTOUCHED)
  })

  test('once, told by call, webhook and call again', async () => {
    const trade = await paidTooLate()
    await Promise.all([tell(trade), cards.deliverEvents({ copies: 2 }), tell(trade)])
    await cards.market.runJobs({ only: ['purchasing.refund-card'] })
    await cards.deliverEvents()
    await cards.market.runJobs({ only: ['purchasing.refund-card'] })
    expect(refundsAsked()).toBe(1)
  })

  test('by the sweeper when the refund job is lost', async () => {
    const trade = await paidTooLate()
    await tell(trade)
    await forgetRefundJob()
    cards.market.clock.advance({ minutes: 11 })
    await sweep()
    expect((await refundOf(trade))?.refundedAt).not.toBeNull()
  })

  test('or its refund fails, which is alarmed too', async () => {
    const trade = await paidTooLate('pm_card_refundFail')
    const before = Number(await alarms('refund_failed'))
    await tell(trade)
    await cards.market.runJobs({ only: ['purchasing.refund-card'] })
    await cards.deliverEvents()
    await cards.market.runJobs({ only: ['purchasing.refund-card'] })
    expect((await row(trade)).state).toBe('expired')
    expect(await refundOf(trade)).toMatchObject({ failure: 'expired_or_canceled_card' })
    expect(await alarms('refund_failed')).toBe(before + 1)
  })
})

describe('refund reply lost; refund fails:', () => {
  const runRefunds = () => cards.market.runJobs({ only: ['purchasing.refund-card'] })

  test('a lost reply is asked for again with the same idempotency key: one refund', async () => {
    const trade = await paidTrade(cards)
    await cancel(trade)
    cards.double.faults.push({ on: 'POST /v1/refunds', how: 'lose reply', times: AWAY })
    await expect(runRefunds()).rejects.toThrow()
    expect(await bought(trade)).toMatchObject({ state: 'refund_due', refundedAt: null })
    expect(await refundKeys(trade)).toBe(1)
    expect(await refundsMade(trade)).toBe(1)
    cards.market.clock.advance({ minutes: 11 })
    await sweep()
    expect(await bought(trade)).toMatchObject({ state: 'refunded' })
    expect(await refundKeys(trade)).toBe(1)
    expect(await refundsMade(trade)).toBe(1)
    await forgetRefundJob()
  })

  test('a refund that is stuck at the provider is asked about, not asked for again, until it has arrived', async () => {
    const trade = await paidTrade(cards, { card: 'pm_card_pendingRefund' })
    await cancel(trade)
    await runRefunds()
    expect(await stateOf(trade)).toBe('refund_due')
    expect(await refundOf(trade)).toMatchObject({ refundedAt: null, refundId: expect.stringMatching(/^re_/) as string })
    cards.market.clock.advance({ minutes: 61 })
    expect(await alarms('refund_overdue')).toBe(1)
    await sweep()
    expect(await bought(trade)).toMatchObject({ state: 'refunded' })
    expect(await alarms('refund_overdue')).toBe(0)
    expect(refundsAsked()).toBe(1)
  })

  test.each([
    ['refused at once', 'pm_card_visa', 'body || \'{"status": "requires_payment_method"}\'', 'refund_failed'],
    ['noted as refunded, and failed later', 'pm_card_refundFail', 'body', 'refunded'],
  ])('one that is %s shows to the admin; the tokens are back already', async (_how, card, change, first) => {
    const trade = await paidTrade(cards, { card })
    await db()('sandbox_object')
      .where({ id: trade.paymentId })
      .update({ body: db().raw(change) })
    const before = Number(await alarms('refund_failed'))
    await cancel(trade)
    expect(await balanceOf(trade)).toEqual(UNTOUCHED)
    await runRefunds()
    expect((await bought(trade))?.state).toBe(first)
    await cards.deliverEvents()
    await runRefunds()
    expect(await bought(trade)).toMatchObject({ state: 'refund_failed', refundedAt: null })
    expect(await alarms('refund_failed')).toBe(before + 1)
    expect(await metric('refund_failed')).toBe(String(before + 1))
    expect(await balanceOf(trade)).toEqual(UNTOUCHED)
    expect(refundsAsked()).toBe(1)
  })
})

test('confirm and cancel at once: one wins, the other gets 409', async () => {
  for (const trade of await Promise.all([paidTrade(cards), paidTrade(cards), paidTrade(cards)])) {
    const confirm = () => confirmDelivery(trade.buyer, trade.itemId)
    const answers = await Promise.all([confirm(), cancel(trade), confirm(), cancel(trade)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  }
})

test("the seller's address is not shown to anybody who has not paid, and is gone after a refund", async () => {
  const hidden = /12 Alder Street|nora@example\.com|Nora Seller|555-0100/
  const trade = await openTrade(cards, { deliveryMethod: 'doordash', deliveryAddress: '7 Birch Road' })
  const { buyer, itemId } = trade
  const paths = [`/api/items/${itemId}`, `/api/items/${itemId}/pickup-details`, '/api/purchases', '/api/items']
  const seen = async () =>
    JSON.stringify((await Promise.all(paths.map((path) => buyer.get(path)))).map((one) => one.body))
  const quote = { itemId, dropoffAddress: '7 Birch Road' }
  const quoted = JSON.stringify((await buyer.post('/api/delivery/quote', quote)).body)
  expect(await seen()).not.toMatch(hidden)
  expect(quoted).not.toMatch(hidden)
  await cards.pay(trade.paymentId)
  expect(await seen()).not.toMatch(hidden)
  await tell(trade)
  expect(await seen()).toMatch(hidden)
  await cancel(trade)
  expect(await seen()).not.toMatch(hidden)
  expect((await buyer.get(`/api/items/${itemId}/pickup-details`)).status).toBe(403)
})
