import { expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Listing, ListingCard } from '../contract.ts'

const market = useMarket()

const add = (member: TestClient, id: string) => member.put<{ code?: string }>(`/api/items/${id}/favourite`)
const remove = (member: TestClient, id: string) => member.delete(`/api/items/${id}/favourite`)
const favourites = async (member: TestClient) =>
  (await member.get<ListingCard[]>('/api/items/favourites')).body.map(({ id }) => id)

test('favourites are kept in the order in which they were added, each once', async () => {
  const member = await market.signIn()
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const { listing } = await buildListing(market)
    market.clock.advance({ seconds: 1 })
    expect((await add(member, listing.id)).status).toBe(204)
    ids.unshift(listing.id)
  }
  expect((await add(member, ids[2]!)).status).toBe(204)
  expect(await favourites(member)).toEqual(ids)
  expect(await favourites(await market.signIn())).toEqual([])
  for (let twice = 0; twice < 2; twice += 1) expect((await remove(member, ids[0]!)).status).toBe(204)
  expect(await favourites(member)).toEqual(ids.slice(1))
})

test('the seller sees a number, everybody else nothing of it', async () => {
  const { listing, seller } = await buildListing(market)
  const [one, other] = [await market.signIn(), await market.signIn()]
  // Each of them twice at once.
  await Promise.all([one, other, one, other].map((member) => add(member, listing.id)))
  const seen = async (by: TestClient) => (await by.get<Listing>(`/api/items/${listing.id}`)).body
  expect((await seen(seller)).favourites).toBe(2)
  for (const reader of [one, await market.signIn(), market.visitor()]) {
    expect(await seen(reader)).not.toHaveProperty('favourites')
  }
  await remove(one, listing.id)
  expect((await seen(seller)).favourites).toBe(1)
})

test('nobody keeps an own listing, nor one that is not there', async () => {
  const { listing, seller } = await buildListing(market)
  const own = await add(seller, listing.id)
  expect([own.status, own.body.code]).toEqual([403, 'OWN_LISTING'])
  const member = await market.signIn()
  await add(member, listing.id)
  await seller.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
  expect((await add(member, listing.id)).status).toBe(404)
  expect(await favourites(member)).toEqual([])
  // It may come back.
  await seller.patch(`/api/items/${listing.id}`, { status: 'available' })
  expect(await favourites(member)).toEqual([listing.id])
  await seller.delete(`/api/items/${listing.id}`)
  expect(await favourites(member)).toEqual([])
})

test('the 201st is refused, also when many come at once', async () => {
  const { listing } = await buildListing(market)
  const member = await market.signIn()
  const { db, clock } = market.ctx
  await db.raw(
    `with copy as (
       insert into listing select (jsonb_populate_record(listing, jsonb_build_object('id', gen_random_uuid()))).*
       from listing, generate_series(1, 205) where id = ? returning id
     ) insert into favourite select ?, id, ? from copy limit 198`,
    [listing.id, member.user.id, clock.now()],
  )
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    'select id from listing where seller_id = ? and id not in (select listing_id from favourite) limit 5',
    [listing.userId],
  )
  const answers = await Promise.all(rows.map(({ id }) => add(member, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('FAVOURITES_FULL')
  expect(await favourites(member)).toHaveLength(200)
})
