import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import { cardMarket, type CardMarket } from '../../../testing/market/card-market.ts'
import { finish, reserve } from '../../../testing/market/trades.ts'
import { comparePayments, recordDifferences } from './compare-payments.ts'
import { purchaseFigures } from '../oversight/figures.ts'
import { sweepReservations } from '../reserving/sweep-reservations.ts'

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
})
afterAll(() => cards.stop())
afterEach(async () => {
  cards.market.clock.advance({ minutes: 16 })
  await sweepReservations(cards.market.ctx)
})

const db = () => cards.market.ctx.db
const time = () => cards.market.clock.now()
const differences = () => Array.fromAsync(comparePayments(cards.market.ctx))

async function open() {
  const seller = await cards.market.signIn()
  const itemId = (await buildListing(cards.market, { seller })).listing.id
  const buyer = await cards.market.signIn()
  const { body } = await reserve(buyer, itemId)
  return { seller, buyer, itemId, purchaseId: body.purchaseId, paymentId: body.clientSecret.split('_secret_')[0]! }
}
async function paid() {
  const purchase = await open()
  await cards.pay(purchase.paymentId)
  await finish(purchase.buyer, purchase.itemId, purchase.paymentId)
  return purchase
}
/** Changes the provider's books behind everybody's back. */
const tamper = (paymentId: string, change: object) =>
  db()('sandbox_object')
    .where({ id: paymentId })
    .update({ body: db().raw('body || ?::jsonb', [JSON.stringify(change)]) })

test('where all is well nothing is different: open, paid, expired, refunded', async () => {
  await paid()
  const cancelled = await paid()
  await cancelled.seller.post(`/api/purchases/${cancelled.purchaseId}/cancel`, { relist: true })
  expect(await differences()).toEqual([])
  await cards.market.runJobs()
  await open()
  cards.market.clock.advance({ minutes: 30 })
  await sweepReservations(cards.market.ctx)
  await open()
  expect(await differences()).toEqual([])
})

test('a payment that was opened for nobody, because its answer never came, is not different', async () => {
  const itemId = (await buildListing(cards.market)).listing.id
  cards.double.faults.push({ on: 'POST /v1/payment_intents', how: 'lose reply', times: 3 })
  expect((await reserve(await cards.market.signIn(), itemId)).status).toBe(503)
  expect(await differences()).toEqual([])
  cards.market.clock.advance({ minutes: 30 })
  expect(await differences()).toEqual([])
  await sweepReservations(cards.market.ctx)
  expect(await differences()).toEqual([])
})

test('what the provider sees otherwise is listed, shown to the admin, and not repaired', async () => {
  const [unpaid, unknown, expired, foreign] = [await paid(), await paid(), await open(), await paid()]
  await tamper(foreign.paymentId, { currency: 'eur' })
  await tamper(unpaid.paymentId, { status: 'canceled', amount_received: 0 })
  await db()('sandbox_object').where({ id: unknown.paymentId }).delete()
  await db()('purchase').where({ id: expired.purchaseId }).update({ state: 'expired', expired_at: time() })
  await db()('purchase_line').where({ purchase_id: expired.purchaseId }).update({ state: 'expired' })
  await cards.pay(expired.paymentId)
  cards.market.clock.advance({ minutes: 30 })
  const found = new Map((await differences()).map(({ subject, problem }) => [subject, problem]))
  expect(Object.fromEntries(found)).toEqual({
    [unpaid.purchaseId]: 'is paid: the payment is canceled, 0 cents received, 0 cents refunded',
    [unknown.purchaseId]: 'is paid: the provider does not know its payment',
    [expired.purchaseId]: 'is expired: the payment has succeeded',
    [foreign.purchaseId]: 'is paid: the payment is in eur, the purchase in usd',
  })
  await recordDifferences(cards.market.ctx)
  await recordDifferences(cards.market.ctx)
  const alarm = async () =>
    (await purchaseFigures(db(), time())).alarms.find(({ kind }) => kind === 'payment_difference')?.count
  expect(await alarm()).toBe(4)
  expect((await differences()).length).toBe(4)
  const { body: metrics } = await cards.market.visitor().get<string>('/metrics')
  expect(metrics).toContain('market_alarms{kind="payment_difference"} 4')
  await tamper(unpaid.paymentId, { status: 'succeeded', amount_received: 350 })
  await recordDifferences(cards.market.ctx)
  expect(await alarm()).toBe(3)
})

test('a payment that no purchase has is listed, unless it came to nothing', async () => {
  const purchase = await paid()
  await db()('purchase').where({ id: purchase.purchaseId }).update({ payment_intent_id: 'pi_other' })
  const found = await differences()
  expect(found).toContainEqual({ subject: purchase.paymentId, problem: 'succeeded, but no purchase has this payment' })
})
