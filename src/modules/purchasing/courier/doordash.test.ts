import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildListing } from '../../../testing/builders.ts'
import { startDoorDashDouble, type DoorDashDouble } from '../../../testing/doordash-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market.ts'
import { reserve } from '../../../testing/trades.ts'
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

test('a quote is asked for with the door, and answered with dollars and minutes alone', async () => {
  const { listing } = await buildListing(market)
  const { status, body } = await ask(listing.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    fee: 9.75,
    estimatedTime: 'about 45 minutes',
    estimate: false,
    expiresAt: body.expiresAt,
  })
  const minutes = (Date.parse(body.expiresAt) - market.clock.now().getTime()) / 60_000
  expect(minutes).toBeGreaterThan(4.9)
  expect(minutes).toBeLessThanOrEqual(5)
  expect(double.asked).toMatchObject([{ pickup_address: '12 Alder Street, Portland', dropoff_address: DROPOFF }])
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
