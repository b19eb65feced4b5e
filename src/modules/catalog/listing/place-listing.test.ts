import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPhoto, listingBody, saveSearch, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { startGeocoderDouble, type GeocoderDouble } from '../../../testing/doubles/geocoder-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import type { Listing } from '../contract.ts'

const ALDER: [number, number] = [45.5241, -122.6807]
const BIRCH: [number, number] = [45.5502, -122.6011]

let geocoder: GeocoderDouble
let market: TestMarket
beforeAll(async () => {
  geocoder = await startGeocoderDouble({
    '12 Alder Street, Portland': ALDER,
    '7 Birch Road, Portland': BIRCH,
    '1 Near Street': [45.53, -122.69],
  })
  market = await testMarket({ env: { GEOCODER_URL: geocoder.url, LOG_LEVEL: 'fatal' } })
})
afterAll(async () => {
  await market.stop()
  await geocoder.stop()
})
beforeEach(() => {
  geocoder.asked.length = 0
  geocoder.away = false
})

/** As the site posts: it sends no coordinates. */
async function post(seller: TestClient, fields: object = {}): Promise<Listing> {
  const { latitude: _, longitude: __, ...body } = listingBody()
  const photos = await uploadPhotos(seller, [await buildPhoto({ width: 32, height: 32 })])
  return (await seller.post<Listing>('/api/items', { ...body, photos, ...fields })).body
}
const place = () => market.runJobs({ only: ['catalog.place-listing'] })
const pointOf = async (seller: TestClient, { id }: Listing) => {
  const { latitude, longitude } = (await seller.get<Listing>(`/api/items/${id}`)).body
  return [latitude, longitude]
}
const quote = async ({ id: itemId }: Listing) =>
  (await market.signIn()).post('/api/delivery/quote', { itemId, dropoffAddress: '1 Near Street' })

test('what is posted without coordinates is placed by a job, and a courier can be asked', async () => {
  const seller = await market.signIn()
  const listing = await post(seller)
  expect(geocoder.asked).toEqual([])
  await place()
  expect(await pointOf(seller, listing)).toEqual(ALDER)
  expect((await quote(listing)).status).toBe(200)
  expect(geocoder.asked).toEqual(['12 Alder Street, Portland', '1 Near Street'])
})

test('who looks within a distance is told when the place has become known', async () => {
  const member = await market.signIn()
  await saveSearch(member, { search: 'sledge', near: '45.52,-122.68', within: 2 })
  const listing = await post(await market.signIn(), { title: 'Wooden sledge' })
  const told = async () => (await member.get<{ path: string }[]>('/api/notifications')).body.map(({ path }) => path)
  const match = () => market.runJobs({ only: ['catalog.match-searches'] })
  await match()
  expect(await told()).toEqual([])
  await place()
  await match()
  expect(await told()).toEqual([`/item/${listing.id}`])
})

test("at the address of the seller's account it is where the account says, and nobody is asked", async () => {
  const seller = await market.signIn()
  await seller.patch('/api/users/me/defaults', {
    defaultCity: 'Portland',
    defaultPickupAddress: '12 Alder Street',
    defaultContactName: 'Nora',
    defaultContactEmail: 'nora@example.com',
    defaultLatitude: 45.1,
    defaultLongitude: -122.1,
  })
  const listing = await post(seller, { pickupAddress: '12 alder  street' })
  expect(await pointOf(seller, listing)).toEqual([45.1, -122.1])
  expect(await pointOf(seller, await post(seller, { pickupAddress: '7 Birch Road' }))).toEqual([null, null])
  expect(geocoder.asked).toEqual([])
  await place()
})

test('a new address places it anew; another title leaves it where it is', async () => {
  const seller = await market.signIn()
  const listing = await post(seller, { latitude: 45.1, longitude: -122.1 })
  await seller.patch(`/api/items/${listing.id}`, { title: 'Another title', latitude: null, longitude: null })
  expect(await pointOf(seller, listing)).toEqual([45.1, -122.1])
  const moved = { pickupAddress: '7 Birch Road', latitude: null, longitude: null }
  expect((await seller.patch<Listing>(`/api/items/${listing.id}`, moved)).body).toMatchObject({ latitude: null })
  await place()
  expect(await pointOf(seller, listing)).toEqual(BIRCH)
})

test('while the geocoder is away the job comes again, and a quote places what no job has placed', async () => {
  const seller = await market.signIn()
  const listing = await post(seller)
  geocoder.places['9 Elm Street, Portland'] = [45.52, -122.68]
  geocoder.away = true
  await seller.patch(`/api/items/${listing.id}`, { pickupAddress: '9 Elm Street' })
  await expect(place()).rejects.toThrow('geocoder')
  expect((await quote(listing)).status).toBe(503)
  geocoder.away = false
  expect((await quote(listing)).status).toBe(200)
  expect(await pointOf(seller, listing)).toEqual([45.52, -122.68])
})

test('an unknown address is asked for once, and the listing stays without a point', async () => {
  const seller = await market.signIn()
  const listing = await post(seller, { pickupAddress: '13 Nowhere Lane' })
  await place()
  expect([await pointOf(seller, listing), (await quote(listing)).status]).toEqual([[null, null], 503])
})

test('a home on the border of two cells shows one of them, however exactly each listing gives its place', async () => {
  // A cell ends every 0.009 degrees; 20 m are 0.00018.
  const border = -90 + 15_050 * 0.009
  const shown = async (seller: TestClient, latitude: number, longitude = -122.6807) => {
    const { id } = await post(seller, { latitude, longitude })
    const { body } = await market.visitor().get<Listing>(`/api/items/${id}`)
    const near = `/api/items?near=${body.latitude},${body.longitude}&within=1`
    expect((await market.visitor().get<Listing[]>(near)).body.map((found) => found.id)).toContain(id)
    return `${body.latitude} ${body.longitude}`
  }
  for (let home = 0; home < 3; home += 1) {
    const seller = await market.signIn()
    const cells = []
    for (let step = -3; step <= 3; step += 2)
      cells.push(await shown(seller, border + (home - 1) * 0.0001 + step * 0.00009))
    expect(new Set(cells).size).toBe(1)
  }
  const both = await market.signIn()
  const atOnce = await Promise.all(
    [shown(both, border - 0.0001), shown(both, border + 0.0001)].map((one) => one.catch(String)),
  )
  expect(new Set(atOnce).size).toBe(1)
  // Another place of the same member is another place.
  expect(await shown(both, border + 0.02)).not.toBe(atOnce[0])
  // So is the account's own place, once it is known.
  const settled = await market.signIn()
  await settled.patch('/api/users/me/defaults', {
    defaultCity: 'Portland',
    defaultPickupAddress: '5 Border Road',
    defaultContactName: 'Nora',
    defaultContactEmail: 'nora@example.com',
    defaultLatitude: border + 0.0001,
    defaultLongitude: -122.6807,
  })
  expect(await shown(settled, border - 0.0001)).toBe(await shown(await market.signIn(), border + 0.0001))
})
