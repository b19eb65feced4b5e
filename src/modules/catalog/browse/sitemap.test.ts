import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import { testMarket } from '../../../testing/market/market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { hideListing } from '../index.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})

const read = (path: string) => market.visitor().get<string>(path)
const places = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place!)

test('robots.txt keeps crawlers out of private pages and shows them the sitemap', async () => {
  const { status, headers, body } = await read('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain(`Sitemap: ${market.url}/sitemap.xml\n`)
  expect(body).toMatch(/^User-agent: \*\n(Disallow: \/\S+\n)+\n/)
  expect(body).toContain('Disallow: /api/\n')
  expect(body).not.toMatch(/Disallow: (\/|\/item.*|\/photos.*)\n/)
})

test('a small market is one sitemap: the home page and what is available', async () => {
  const { listing } = await buildListing(market, { seller })
  const { listing: gone } = await buildListing(market, { seller })
  await seller.patch(`/api/items/${gone.id}`, { status: 'withdrawn' })
  const { listing: hidden } = await buildListing(market, { seller })
  await transact(market.ctx.db, (trx) =>
    hideListing(trx, { listingId: hidden.id, reason: 'A forbidden thing', now: market.clock.now() }),
  )
  const { listing: claimed } = await buildListing(market, { seller })
  await seller.patch(`/api/items/${claimed.id}/claim`)
  const { status, headers, body } = await read('/sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  expect(places(body)).toEqual([`${market.url}/`, `${market.url}/item/${listing.id}`])
  expect(body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/)
})

test('a large one has parts, and together they have every available listing once', async () => {
  const MANY = 6000
  const large = await testMarket()
  const { user } = await large.signIn()
  const read = (path: string) => large.visitor().get<string>(path)
  await large.ctx.db.raw(
    `insert into listing (seller_id, title, description, category, condition, city, contact_name, contact_email,
       pickup_address, photos)
     select ?, 'A thing', 'A description.', 'toys', 'good', 'Graz', 'Nora', 'nora@example.com', '12 Alder Street',
       array['/photos/x'] from generate_series(1, ?)`,
    [user.id, MANY],
  )
  const { body } = await read('/sitemap.xml')
  expect(body).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const parts = places(body)
  expect(parts).toHaveLength(16)
  const all: string[] = []
  for (const part of parts) all.push(...places((await read(part.slice(large.url.length))).body))
  expect([all.length, new Set(all).size]).toEqual([MANY, MANY])
  await large.stop()
})

test('it is made once for all who ask within some minutes', async () => {
  const before = await read('/sitemap.xml')
  const statements = await statementsOf(market, async () => {
    await buildListing(market, { seller })
    for (let asked = 0; asked < 5; asked += 1) expect((await read('/sitemap.xml')).body).toBe(before.body)
  })
  expect(statements.filter(({ sql }) => /<lastmod>|listing_count/.test(sql) && /^select/.test(sql))).toEqual([])
})

test.each(['/sitemaps/zz.xml', '/sitemaps/00000.xml', '/sitemaps/.xml', '/sitemaps/0', '/sitemaps/'])(
  'there is nothing at %s',
  async (path) => {
    expect((await read(path)).status).toBe(404)
  },
)
