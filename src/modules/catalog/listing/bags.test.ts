import { beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { nearby } from '../browse/near.ts'
import { publicFilter } from '../browse/public-filter.ts'
import { BrowseQuery, type CreateListingBody, type Listing, type ListingCard } from '../contract.ts'
import type { SavedSearch } from '../searches/contract.ts'
import { fittingSearches } from '../searches/match-searches.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})

const CLOTHES = { category: 'baby-clothes', ageSize: '12-18mo' } as const
const bag = async (fields: Partial<CreateListingBody>) =>
  (await buildListing(market, { seller, fields: { ...CLOTHES, bagCount: 12, ...fields } })).listing
const found = async (query: string) => {
  const { body, headers } = await market.visitor().get<ListingCard[]>(`/api/items?${query}`)
  return { titles: body.map(({ title }) => title), total: headers.get('x-total-count') }
}

test('twelve things in three sizes are one listing at the price of one, and a bag wherever it is seen', async () => {
  const listing = await bag({ title: 'Twelve summer things', sizeTo: '2T-3T' })
  const { listing: single } = await buildListing(market, { seller, fields: CLOTHES })
  expect(listing.tokenPrice).toBe(single.tokenPrice)
  expect(listing).toMatchObject({ bagCount: 12, ageSize: '12-18mo', sizeTo: '2T-3T' })
  expect(single).toMatchObject({ bagCount: null, sizeTo: null })
  const { body } = await market.visitor().get<ListingCard[]>('/api/items?search=Twelve+summer')
  expect(body).toMatchObject([{ bagCount: 12, ageSize: '12-18mo', sizeTo: '2T-3T' }])
  const feed = await (await fetch(`${market.url}/api/items.atom?search=Twelve+summer`)).text()
  expect(feed).toContain('A bag of 12 · 12-18 months · up to 2T-3T · Good')
})

test('a bag is found as one, and by each of its sizes: newest, cheapest, near by, and counted', async () => {
  await bag({ title: 'Spanned bag', sizeTo: '4T-5T' })
  await bag({ title: 'Spanned and gone elsewhere', ageSize: '0-3mo', sizeTo: '3-6mo' })
  for (const order of ['', '&sort=cheapest', '&near=45.52,-122.68&sort=nearest', '&near=45.52,-122.68&within=5']) {
    for (const size of ['12-18mo', '18-24mo', '2T-3T', '4T-5T'])
      expect(await found(`search=spanned&size=${size}${order}`)).toEqual({ titles: ['Spanned bag'], total: '1' })
    expect((await found(`search=spanned&size=6-12mo${order}`)).titles).toEqual([])
  }
  // Without words it is among all others of that size.
  expect((await found('size=4T-5T&status=available')).titles).toContain('Spanned bag')
  expect((await found('size=4T-5T&near=45.52,-122.68&sort=nearest')).titles).toContain('Spanned bag')
  expect((await found('bag=only&search=spanned')).total).toBe('2')
  await buildListing(market, { seller, fields: { ...CLOTHES, title: 'Spanned but single' } })
  expect((await found('bag=only&search=single')).total).toBe('0')
})

test.each([
  ['cell by cell', 1],
  ['run by run', 60],
])('a bag is read among what lies near by, %s', async (_, km) => {
  const at = { latitude: 10.5, longitude: 100.5 }
  const spanning = await bag({ ...at, title: 'Of two sizes', ageSize: '2T-3T', sizeTo: '4T-5T' })
  await bag({ ...at, title: 'Of smaller ones', ageSize: '0-3mo', sizeTo: '2T-3T' })
  const query = BrowseQuery.parse({ near: '10.5,100.5', sort: 'nearest', status: 'available', size: '4T-5T' })
  const filter = publicFilter(query)
  const near = nearby(filter, { fromKm: 1, km, limit: 24 }, '0')
  const { rows } = await market.ctx.db.raw<{ rows: { title: string }[] }>(
    `select title from listing where id in (select listing_id from ${near.from('')})`,
    filter.bindings,
  )
  expect(rows).toEqual([{ title: 'Of two sizes' }])
  expect((await seller.delete(`/api/items/${spanning.id}`)).status).toBe(204)
})

test('saved searches find a bag by any of its sizes, and those for bags find nothing else', async () => {
  const seeker = await market.signIn()
  const save = async (query: object) =>
    (await seeker.post<SavedSearch>('/api/searches', { query, how: 'daily' })).body.id
  const larger = await save({ search: 'parka', size: '18-24mo' })
  const other = await save({ search: 'parka', size: '6-12mo' })
  const onlyBags = await save({ search: 'mittens', bag: 'only' })
  const fitting = async (listing: Listing) =>
    (await fittingSearches(market.ctx.db, listing.id, market.clock.now())).map(({ searchId }) => searchId)
  expect(await fitting(await bag({ title: 'Parkas', sizeTo: '2T-3T' }))).toEqual([larger])
  expect(other).not.toBe(larger)
  expect(await fitting(await bag({ title: 'Mittens' }))).toEqual([onlyBags])
  const { listing: single } = await buildListing(market, { seller, fields: { ...CLOTHES, title: 'Mittens' } })
  expect(await fitting(single)).toEqual([])
})

test('what is no bag is refused in plain words, and nothing of it is there', async () => {
  const refused = async (fields: object) => {
    const { body: before } = await seller.get<Listing[]>('/api/items/user/me?limit=200')
    const listing = await buildListing(market, { seller, fields: { ...CLOTHES, ...fields } }).catch(String)
    const { body: after } = await seller.get<Listing[]>('/api/items/user/me?limit=200')
    expect(after).toHaveLength(before.length)
    return listing
  }
  for (const bagCount of [0, 1, 51, 2.5, -3, 1e300, '12', 'ten', []])
    expect(await refused({ bagCount })).toContain('A bag holds 2 to 50 things')
  const span = 'Only a bag can have several sizes, from a smaller to a larger one'
  expect(await refused({ sizeTo: '2T-3T' })).toContain(span)
  expect(await refused({ bagCount: 3, sizeTo: '6-12mo' })).toContain(span)
  expect(await refused({ bagCount: 3, sizeTo: '12-18mo' })).toContain(span)
  expect(await refused({ bagCount: 3, category: 'toys', ageSize: null, sizeTo: '2T-3T' })).toContain(span)
})

test('a bag is changed like any listing, and stays a right one', async () => {
  const listing = await bag({ title: 'Changing bag', sizeTo: '2T-3T' })
  const change = (fields: object) =>
    seller.patch<Listing & { details?: { path: string[] }[] }>(`/api/items/${listing.id}`, fields)
  expect((await change({ bagCount: null })).body.details).toMatchObject([{ path: ['sizeTo'] }])
  expect((await change({ ageSize: '4T-5T' })).status).toBe(400)
  expect((await change({ ageSize: '18-24mo', bagCount: 9 })).body).toMatchObject({ bagCount: 9, sizeTo: '2T-3T' })
  expect((await found('search=changing&size=12-18mo')).titles).toEqual([])
  expect((await found('search=changing&size=2T-3T')).titles).toEqual(['Changing bag'])
  expect((await change({ category: 'toys' })).body).toMatchObject({ bagCount: 9, ageSize: null, sizeTo: null })
  expect((await change({ bagCount: null })).body).toMatchObject({ bagCount: null })
  expect((await found('search=changing&bag=only')).titles).toEqual([])
})
