import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import { startDoorDashDouble, type DoorDashDouble } from '../../../testing/doubles/doordash-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { buildPurchase, reserve } from '../../../testing/market/trades.ts'
import type { Listing } from '../../catalog/contract.ts'
import type { Purchase, Quote } from '../contract.ts'

let double: DoorDashDouble
let market: TestMarket
beforeAll(async () => {
  double = await startDoorDashDouble(() => market.clock.now())
  market = await testMarket({ env: { ...double.env, LOG_LEVEL: 'fatal' } })
})
afterAll(async () => {
  await market.stop()
  await double.stop()
})
beforeEach(() => {
  double.asked.length = 0
  double.fault = undefined
})

const DROPOFF = '7 Birch Road, Portland'
async function ask(itemId: string, dropoffAddress = DROPOFF) {
  return (await market.signIn()).post<Quote>('/api/delivery/quote', { itemId, dropoffAddress })
}

test('a quote is asked for from the point that everybody sees, and answered with dollars and minutes alone', async () => {
  const { listing } = await buildListing(market)
  const before = market.clock.now().getTime()
  const { status, body } = await ask(listing.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    fee: 9.75,
    estimatedTime: 'about 45 minutes',
    estimate: false,
    expiresAt: body.expiresAt,
  })
  const ends = Date.parse(body.expiresAt)
  expect(ends - before).toBeGreaterThanOrEqual(5 * 60_000)
  expect(ends - market.clock.now().getTime()).toBeLessThanOrEqual(5 * 60_000)
  const { body: shown } = await market.visitor().get<Listing>(`/api/items/${listing.id}`)
  expect(double.asked).toMatchObject([
    { pickup_address: `${shown.latitude}, ${shown.longitude}`, dropoff_address: DROPOFF },
  ])
})

test('who has paid, and the seller, hear what it costs from the door', async () => {
  const { listing, seller } = await buildListing(market)
  const { buyer } = await buildPurchase(market, { itemId: listing.id })
  for (const party of [buyer, seller]) {
    await party.post('/api/delivery/quote', { itemId: listing.id, dropoffAddress: `${party.user.id} Street` })
    expect(double.asked.pop()?.pickup_address).toBe('12 Alder Street, Portland')
  }
  await ask(listing.id)
  expect(double.asked.pop()?.pickup_address).not.toContain('Alder')
})

test('nobody asks for many ways from one listing, and the addresses of those who asked are not kept', async () => {
  const { listing } = await buildListing(market)
  const spy = await market.signIn()
  const answers = []
  for (let number = 1; number <= 39; number += 1)
    answers.push(
      await spy.post('/api/delivery/quote', { itemId: listing.id, dropoffAddress: `${number} Zebra Road, Portland` }),
    )
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(12).fill(200), ...Array<number>(27).fill(429)])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(new Set(double.asked.map(({ pickup_address }) => pickup_address)).size).toBe(1)
  expect(JSON.stringify(await market.ctx.db('courier_quote').select('dropoff_address'))).not.toContain('Zebra')
  // Another listing is another matter.
  const other = await buildListing(market)
  const { status } = await spy.post('/api/delivery/quote', { itemId: other.listing.id, dropoffAddress: DROPOFF })
  expect(status).toBe(200)
})

test('the same way is asked for once while the quote holds, and again after five minutes', async () => {
  const { listing } = await buildListing(market)
  const first = await ask(listing.id)
  expect((await ask(listing.id)).body).toEqual(first.body)
  expect(double.asked).toHaveLength(1)
  await ask(listing.id, '8 Birch Road, Portland')
  expect(double.asked).toHaveLength(2)
  market.clock.advance({ minutes: 5 })
  await ask(listing.id)
  expect(double.asked).toHaveLength(3)
})

test('a courier who is paid in dollars goes nowhere in a market of another currency', async () => {
  const { listing } = await buildListing(market)
  market.ctx.site.currency = 'eur'
  const answer = await ask(listing.id)
  market.ctx.site.currency = 'usd'
  expect(answer).toMatchObject({ status: 503, body: { code: 'QUOTE_UNAVAILABLE' } })
  expect(double.asked).toEqual([])
})

test('the fee that was quoted stays with the purchase', async () => {
  const { listing } = await buildListing(market)
  const buyer = await market.signIn()
  await ask(listing.id)
  await reserve(buyer, listing.id, { deliveryMethod: 'doordash', deliveryAddress: DROPOFF })
  const { body } = await buyer.get<Purchase[]>('/api/purchases')
  expect(body).toMatchObject([{ deliveryAddress: DROPOFF, courierFee: '9.75', cardAmount: '3.50' }])
  await reserve(buyer, listing.id)
  expect((await buyer.get<Purchase[]>('/api/purchases')).body).toMatchObject([{ courierFee: null }])
})

test.each([
  ['refuses', { status: 400, body: '{"message": "12 Alder Street is not served"}' }],
  ['does not know us', { status: 401, body: '{}' }],
  ['is broken', { status: 200, body: '{"fee": "free"}' }],
  ['is away', 'hang up' as const],
])('where the courier %s there is no quote, and nothing of the seller in the answer', async (_, fault) => {
  const { listing } = await buildListing(market)
  double.fault = fault
  const answer = await ask(listing.id)
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'QUOTE_UNAVAILABLE', message: 'Unable to get delivery quote. Try messaging the seller instead.' },
  })
  expect(JSON.stringify(answer.body)).not.toContain('Alder')
})

test('jobs carry ids, never where anybody lives or how to reach them', async () => {
  const { listing, seller } = await buildListing(market)
  const buyer = await market.signIn()
  const order = { deliveryMethod: 'doordash', deliveryAddress: DROPOFF }
  const { body } = await reserve(buyer, listing.id, order)
  expect(body.purchaseId).toBeDefined()
  const { buyer: paid, purchaseId } = await buildPurchase(market, {
    itemId: (await buildListing(market, { seller })).listing.id,
  })
  await paid.post(`/api/purchases/${purchaseId}/problem`, { reason: 'broken', words: 'It has not arrived at all' })
  await seller.post(`/api/purchases/${purchaseId}/cancel`, { relist: true })
  const { rows } = await market.ctx.db.raw<{ rows: { data: string }[] }>('select data::text as data from pgboss.job')
  expect(rows.length).toBeGreaterThan(3)
  const all = rows.map(({ data }) => data).join()
  for (const told of ['Birch', 'Alder', '555-0100', 'nora@example.com', buyer.user.email, seller.user.email])
    expect(all).not.toContain(told)
})
