import { beforeAll, expect, test } from 'vitest'
import { buildListing, buildPhoto, listingBody, uploadPhotos } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'

const market = useMarket()
let seller: TestClient
beforeAll(async () => {
  seller = await market.signIn()
})

const post = async (title: string, city = 'Portland') =>
  (await buildListing(market, { seller, fields: { title, city } })).listing
const follow = (query: string, etag = '') =>
  market.visitor().get<string>(`/api/items.atom${query}`, {
    headers: { 'cache-control': 'max-age=0', ...(etag && { 'if-none-match': etag }) },
  })
const entries = (feed: string) => [...feed.matchAll(/<entry>\n<title>(.*)<\/title>/g)].map(([, title]) => title)

test('a search is a feed: what it finds in its order, signs escaped, and nothing private', async () => {
  await post('Tom & "Jerry" <puzzle>')
  const { id } = await post('Wooden puzzle')
  await post('Kite')
  const { status, headers, body } = await follow('?search=puzzle&near=45.52,-122.68&sort=nearest')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml'])
  expect(entries(body)).toEqual(['Wooden puzzle', 'Tom &amp; &quot;Jerry&quot; &lt;puzzle&gt;'])
  expect(body).toContain(`<id>${market.url}/item/${id}</id>`)
  expect(body).toContain('about 1 mi</summary>')
  expect(body).toContain('near=45.52,-122.68&amp;sort=nearest"/>')
  for (const secret of ['Alder', 'nora@', '555-0100', 'Nora']) expect(body).not.toContain(secret)
})

test('who has it already gets nothing again until something is new', async () => {
  await post('Red sledge', 'Salem')
  const { headers } = await follow('?city=salem')
  const etag = headers.get('etag')!
  expect((await follow('?city=salem', etag)).status).toBe(304)
  await post('Blue sledge', 'Salem')
  const renewed = await follow('?city=salem', etag)
  expect([renewed.status, entries(renewed.body)]).toEqual([200, ['Blue sledge', 'Red sledge']])
})

test('fifty entries at most; none is a feed too; nonsense is refused', async () => {
  expect((await follow('?search=sousaphone')).body).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  expect((await follow('?sort=nearest')).status).toBe(400)
  await market.ctx.db.raw(
    `insert into listing (seller_id, title, description, category, condition, city, contact_name, contact_email,
       pickup_address, photos)
     select ?, 'A thing', 'A description.', 'toys', 'good', 'Graz', 'Nora', 'nora@example.com', '12 Alder Street',
       array['/photos/x'] from generate_series(1, 60)`,
    [seller.user.id],
  )
  expect(entries((await follow('?city=graz')).body)).toHaveLength(50)
  expect(entries((await follow('?city=graz&limit=3')).body)).toHaveLength(3)
})

/** The characters that XML 1.0 can hold. */
const WELL_FORMED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

test('a title with what is in no text is refused, and one that a row holds all the same breaks no feed', async () => {
  const photos = await uploadPhotos(seller, [await buildPhoto()])
  for (const odd of ['\uffff', '\ufffe', '\u0001', '\u000b', '\u0085', '\ufdd0', '\u{1ffff}', '\ud800']) {
    const body = { ...listingBody({ title: `Wooden ${odd} train` }), photos }
    expect((await seller.post('/api/items', body)).status, JSON.stringify(odd)).toBe(400)
    expect((await seller.post('/api/searches', { query: { search: `a${odd}` }, how: 'none' })).status).toBe(400)
  }
  const { id } = await post('Odd xylophone')
  await market.ctx.db('listing').where({ id }).update({ title: 'Odd \uffff\u0001 xylophone' })
  const { body } = await follow('?search=xylophone')
  expect(entries(body)).toEqual(['Odd  xylophone'])
  expect(body).toMatch(WELL_FORMED)
})
