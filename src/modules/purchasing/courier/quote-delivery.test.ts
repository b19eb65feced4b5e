import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import { startGeocoderDouble, type GeocoderDouble } from '../../../testing/doubles/geocoder-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { estimateQuote } from './estimate-quote.ts'

/** Knows two places in Portland and one far away; asked for anything else it finds nothing. */
const PLACES: Record<string, [number, number]> = {
  '1 Near Street': [45.53, -122.69],
  '2 Other Street': [45.55, -122.6],
  '3 Far Street': [40.71, -74.0],
}
let geocoder: GeocoderDouble
let market: TestMarket

beforeAll(async () => {
  geocoder = await startGeocoderDouble(PLACES)
  market = await testMarket({ env: { GEOCODER_URL: geocoder.url } })
})
afterAll(async () => {
  await market.stop()
  await geocoder.stop()
})

const quote = async (body: object) => (await market.signIn()).post('/api/delivery/quote', body)

test('is estimated from the distance, and says so', async () => {
  const before = market.clock.now().getTime()
  const { status, body } = await quote({ pickupAddress: '1 Near Street', dropoffAddress: '2 Other Street' })
  expect(status).toBe(200)
  // 1.38 miles north and 4.36 east are 4.6 straight, 5.95 by street: six begun miles.
  expect(body).toMatchObject({ fee: 11, estimate: true, estimatedTime: '38-53 minutes' })
  const ends = Date.parse(body['expiresAt'] as string)
  expect(ends - before).toBeGreaterThanOrEqual(5 * 60_000)
  expect(ends - market.clock.now().getTime()).toBeLessThanOrEqual(5 * 60_000)
})

test('of an item does not ask for, nor give away, where the seller lives', async () => {
  const { listing } = await buildListing(market)
  geocoder.asked.length = 0
  const { status, body } = await quote({ itemId: listing.id, dropoffAddress: '1 Near Street' })
  expect(status).toBe(200)
  // The drop-off alone, and once in a process: the test before has asked for it.
  expect(geocoder.asked).toEqual([])
  // From the point that everybody sees, not from the door.
  const { body: shown } = await market
    .visitor()
    .get<{ latitude: number; longitude: number }>(`/api/items/${listing.id}`)
  const near = { latitude: 45.53, longitude: -122.69 }
  expect(body['fee']).toBe(estimateQuote(shown, near, market.clock.now())?.fee)
  expect(JSON.stringify(body)).not.toContain('Alder')
})

test('is not available where a place is unknown, or too far for a courier', async () => {
  for (const dropoffAddress of ['9 Nowhere Street', '3 Far Street'])
    expect(await quote({ pickupAddress: '1 Near Street', dropoffAddress })).toMatchObject({
      status: 503,
      body: {
        code: 'QUOTE_UNAVAILABLE',
        message: 'Unable to get delivery quote. Try messaging the seller instead.',
      },
    })
})

test('of an unknown item is a 404, without an address a 400', async () => {
  const itemId = '6f1d1a52-5b1c-4b43-9d33-6a6e6f0b7a11'
  expect((await quote({ itemId, dropoffAddress: '1 Near Street' })).status).toBe(404)
  expect(await quote({ itemId, dropoffAddress: '' })).toMatchObject({
    status: 400,
    body: {
      message: 'Please enter a delivery address',
      details: [{ path: ['dropoffAddress'], message: 'Please enter a delivery address' }],
    },
  })
  expect(await quote({ dropoffAddress: '1 Near Street' })).toMatchObject({ status: 400 })
  expect((await market.visitor().post('/api/delivery/quote', { itemId, dropoffAddress: '1 Near Street' })).status).toBe(
    401,
  )
})
