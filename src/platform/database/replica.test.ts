import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingCard } from '../../modules/catalog/contract.ts'
import { buildListing } from '../../testing/market/builders.ts'
import { cloneDatabase } from '../../testing/postgres/database.ts'
import { openMarket, type TestMarket } from '../../testing/market/open-market.ts'
import { type Replica, startReplica } from '../../testing/postgres/replica.ts'
import { startFreezingProxy } from '../../testing/doubles/freezing-proxy.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let replica: Replica
let primary: Awaited<ReturnType<typeof startFreezingProxy>>
let market: TestMarket
beforeAll(async () => {
  database = await cloneDatabase()
  replica = await startReplica(database.url)
  primary = await startFreezingProxy(Number(new URL(database.url).port))
  market = await openMarket(primary.through(database.url), {
    env: { DATABASE_REPLICA_URL: replica.url, LOG_LEVEL: 'silent' },
    patience: { check: 20, behind: 600_000 },
  })
})
afterAll(async () => {
  await market.stop()
  await primary.stop()
  await replica.stop()
  await database.drop()
})

const titles = async (client = market.visitor()) => {
  // Not a first page, which all share.
  const { status, body } = await client.get<ListingCard[]>('/api/items?search=tricycle')
  return [status, ...body.map(({ title }) => title)]
}
const keepsUp = () => expect.poll(() => market.ctx.readers.keepsUp()).toBe(true)

test('visitors read from the replica, and nobody misses their own listing', async () => {
  await titles()
  await keepsUp()
  await replica.pause()
  const { listing, seller } = await buildListing(market, { fields: { title: 'Red tricycle' } })
  expect(await titles()).toEqual([200])
  expect(await titles(seller)).toEqual([200, 'Red tricycle'])
  // A visitor who was sent its address finds it, and so does one who looks at the first page, which is kept for all.
  expect((await market.visitor().get(`/api/items/${listing.id}`)).status).toBe(200)
  expect((await market.visitor().get<ListingCard[]>('/api/items')).body).toHaveLength(1)
  expect((await market.visitor().get<string>('/sitemap.xml')).body).not.toContain(listing.id)
  await replica.resume()
  await expect.poll(() => titles()).toEqual([200, 'Red tricycle'])
})

test('one that has fallen behind is left alone until it has caught up', async () => {
  const hasty = await openMarket(database.url, {
    env: { DATABASE_REPLICA_URL: replica.url, LOG_LEVEL: 'silent' },
    patience: { check: 20, behind: 200 },
  })
  try {
    const found = async () => (await hasty.visitor().get<ListingCard[]>('/api/items?search=scooter')).body.length
    expect(await found()).toBe(0)
    await expect.poll(() => hasty.ctx.readers.keepsUp()).toBe(true)
    await replica.pause()
    await buildListing(hasty, { fields: { title: 'Blue scooter' } })
    await expect.poll(found).toBe(1)
    expect(hasty.ctx.readers.keepsUp()).toBe(false)
    await replica.resume()
    await expect.poll(() => hasty.ctx.readers.keepsUp()).toBe(true)
  } finally {
    await hasty.stop()
  }
})

test('while the primary is away visitors look around, and nothing is written', async () => {
  const { listing, seller } = await buildListing(market, { fields: { title: 'Green tricycle' } })
  await expect.poll(() => titles()).toContain('Green tricycle')
  await primary.cut()
  for (const path of ['/api/items', '/api/items?search=green', `/api/items/${listing.id}`, '/api/impact/stats'])
    expect((await market.visitor().get(path)).status, path).toBe(200)
  expect((await seller.patch('/api/users/me', { firstName: 'Ada' })).status).toBe(503)
  // A member who is signed in looks around as well. Nobody tells the browser that they were signed out, or it would
  // forget all.
  const seen = await seller.get(`/api/items/${listing.id}`)
  expect([seen.status, seen.headers.get('x-market'), seen.headers.get('x-member')]).toEqual([200, 'only-looking', null])
  const own = await seller.get('/api/auth/user')
  expect([own.status, own.headers.get('x-market'), own.headers.get('x-member')]).toEqual([503, 'only-looking', null])
  const ready = await market.visitor().get('/readyz')
  expect(ready).toMatchObject({ status: 200, body: { status: 'ready for readers', missing: ['database', 'queue'] } })
  await primary.mend()
  await expect.poll(async () => (await seller.patch('/api/users/me', { firstName: 'Ada' })).status).toBe(200)
  const after = await seller.get(`/api/items/${listing.id}`)
  expect([after.headers.get('x-market'), after.headers.get('x-member')]).toEqual([null, seller.user.id])
})
