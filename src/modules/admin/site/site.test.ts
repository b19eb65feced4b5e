import { beforeAll, describe, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { buildPurchase } from '../../../testing/market/trades.ts'
import { buildBasket, paidOrder } from '../../../testing/market/orders.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Site } from '../../identity/contract.ts'
import type { StartedPurchase } from '../../purchasing/contract.ts'
import type { AdminAction } from '../log/contract.ts'
import { changesOf } from '../log-sentences.ts'
import type { SiteSettings } from './contract.ts'

const market = useMarket()
let admin: TestClient
beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup', {})
})

const settings = async () => (await admin.get<SiteSettings>('/api/admin/site')).body
const change = async (change: object) =>
  admin.patch<SiteSettings>('/api/admin/site', { version: (await settings()).version, ...change })
const site = async (of = market) => (await of.visitor().get<Site>('/api/site')).body

test('a site is nobody’s own until an admin says so, and is asked about once', async () => {
  expect(await site()).toMatchObject({ name: 'Outgrown', tagline: null, pages: [], setUp: false })
  await change({ setUp: true })
  expect((await site()).setUp).toBe(true)
})

test('name, tagline, place and contact are those that everybody is answered from then on; empty takes them away', async () => {
  const given = { name: 'Kiezkram', tagline: 'Von Tür zu Tür', place: 'Berlin', contact: 'hallo@kiezkram.example' }
  expect((await change(given)).body).toMatchObject(given)
  expect(await site()).toMatchObject(given)
  await change({ name: '', tagline: '', place: '', contact: '' })
  expect(await site()).toMatchObject({ name: 'Outgrown', tagline: null, place: null, contact: null })
})

test.each([
  ['name', 'x'.repeat(41)],
  ['name', 'a\u202eb'],
  ['timeZone', 'Mars/Crater'],
  ['timeZone', '+05:30'],
  ['language', 'tlh'],
  ['currency', 'jpy'],
  ['currency', 'gold'],
  ['units', 'stone'],
  ['cardPerOrder', '-1'],
  ['cardPerOrder', '3.005'],
  ['cardPerOrder', '1000'],
  ['cardPerItem', '0.49'],
  ['cardPerItem', '0'],
  ['terms', 'x'.repeat(50_001)],
  ['owner', 'me'],
])('%s can’t be %s, and nothing changes', async (field, value) => {
  const before = await settings()
  const { status, body } = await change({ tagline: 'never kept', [field]: value })
  expect([status, (body as { code?: string }).code]).toEqual([400, 'VALIDATION_FAILED'])
  expect(await settings()).toEqual(before)
})

test('of two admins who save what both have seen, one wins, and the other is told to look again', async () => {
  const { version } = await settings()
  const names = ['North', 'South', 'East', 'West']
  const answers = await Promise.all(names.map((name) => admin.patch('/api/admin/site', { version, name })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(answers.flatMap(({ body }) => (body as { code?: string }).code ?? [])).toEqual(Array(3).fill('SITE_CHANGED'))
  const winner = names[answers.findIndex(({ status }) => status === 200)]
  expect(await settings()).toMatchObject({ name: winner, version: version + 1 })
  await change({ name: '' })
})

test('only a photo that the admin has uploaded is the site’s', async () => {
  expect((await change({ photo: '/photos/00000000-0000-4000-8000-000000000000.webp' })).status).toBe(403)
  expect((await site()).photo).toBeNull()
})

test('no member sees or changes the settings', async () => {
  const member = await market.signIn()
  expect((await member.get('/api/admin/site')).status).toBe(403)
  expect((await member.patch('/api/admin/site', { version: 0, name: 'Mine' })).status).toBe(403)
  expect((await market.visitor().get('/api/admin/site')).status).toBe(401)
})

describe('the pages', () => {
  const page = (name: string) => market.visitor().get<{ html: string }>(`/api/site/${name}`)

  test('are there when they say something', async () => {
    expect((await page('imprint')).status).toBe(404)
    await change({ imprint: '# Who we are\n\n*Ada*, see [here](https://example.com).' })
    expect((await page('imprint')).body.html).toBe(
      '<h1>Who we are</h1>\n<p><em>Ada</em>, see <a href="https://example.com">here</a>.</p>\n',
    )
    expect((await site()).pages).toEqual(['imprint'])
    await change({ imprint: '' })
    expect((await page('imprint')).status).toBe(404)
    expect((await site()).pages).toEqual([])
    expect((await page('elsewhere')).status).toBe(404)
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#x0A;script:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](vbscript:x) [b](data:text/html;base64,PHNjcmlwdD4=)',
    '<javascript:alert(1)>',
    '![a](https://evil.example/who-reads-this.png)',
    '[a]: javascript:alert(1)\n\n[a]',
    '`<script>`\n\n    <script>alert(1)</script>',
    '<a href="javascript:alert(1)" onclick="alert(1)">a</a>',
  ])('%s is harmless', async (markdown) => {
    await change({ terms: markdown })
    const { html } = (await page('terms')).body
    expect(html).not.toMatch(/<(?!\/?(p|a|em|code|pre|h\d)\b)/)
    expect(html).not.toMatch(/<[^>]*(\son\w+=|javascript:|vbscript:|data:|src=)/i)
    await change({ terms: '' })
  })

  test.each(['+ ', '> + ', '[a]', '**a*', 'a**b', '[a]('])('full of %j is made all the same', async (unit) => {
    await change({ terms: `${unit.repeat(49_000 / unit.length)}the end` })
    expect((await page('terms')).status).toBe(200)
    await change({ terms: '' })
  })

  test('link to the web, mail, telephones, and within the site', async () => {
    for (const url of ['https://example.com', 'mailto:a@example.com', 'tel:555', '/privacy', '#top', 'privacy']) {
      await change({ terms: `[there](${url})` })
      expect((await page('terms')).body.html).toBe(`<p><a href="${url}">there</a></p>\n`)
    }
    await change({ terms: '' })
  })
})

test('a new card fee is what orders pay that begin then; an order that was made keeps its own', async () => {
  const [seller, buyer] = [await market.signIn(), await market.signIn()]
  const before = await buildPurchase(market, { seller, buyer })
  await change({ cardPerOrder: '4.20', cardPerItem: '1.00' })
  expect((await site()).cardFee).toEqual({ orderCents: 420, itemCents: 100 })
  const { listing } = await buildListing(market, { seller })
  const intent = await buyer.post<{ amountCents: number }>(`/api/items/${listing.id}/purchase/intent`, {})
  expect(intent.body.amountCents).toBe(520)
  const purchases = (await buyer.get<{ id: string; cardAmount: string; cardPerOrder: string }[]>('/api/purchases')).body
  expect(purchases.find((one) => one.id === before.itemId)).toMatchObject({
    cardAmount: '3.50',
    cardPerOrder: '3.00',
    cardPerItem: '0.50',
  })
  await change({ cardPerOrder: '3.00', cardPerItem: '0.50' })
})

test('a card fee that changed since it was seen is asked about again, and nothing is held', async () => {
  const order = await paidOrder(market, { lines: 1 })
  const { buyer, seller } = order
  const [one = '', two = ''] = await buildBasket(market, seller, 2)
  await change({ cardPerOrder: '4.20', cardPerItem: '1.00' })
  const calls = [
    { path: `/api/items/${one}/purchase/intent`, body: {}, seen: 350, now: 520, said: '$5.20' },
    {
      path: '/api/purchases/intent',
      body: { itemIds: [one, two], expectedTotal: '2.02' },
      seen: 400,
      now: 620,
      said: '$6.20',
    },
    {
      path: `/api/purchases/${order.purchaseId}/add`,
      body: { itemIds: [one], expectedTotal: '1.01' },
      seen: 50,
      now: 100,
      said: '$1.00',
    },
  ]
  const before = await buyer.refreshUser()
  for (const { path, body, seen, now, said } of calls) {
    expect(await buyer.post(path, { ...body, expectedCents: seen }), path).toMatchObject({
      status: 409,
      body: {
        code: 'PRICE_CHANGED',
        message: `The card payment has changed: it is ${said} now.`,
        details: [{ path: ['expectedCents'], message: String(now) }],
      },
    })
    expect(await buyer.refreshUser(), path).toEqual(before)
    const started = await buyer.post<StartedPurchase>(path, { ...body, expectedCents: now })
    expect([started.status, started.body.amountCents], path).toEqual([201, now])
    // Taken up again for what it costs, and for nothing else.
    expect((await buyer.post(path, { ...body, expectedCents: seen })).status, path).toBe(409)
    await buyer.post(`/api/purchases/${started.body.purchaseId}/give-up`)
  }
  const both = { expectedTotal: '1.00', expectedCents: 350 }
  expect(await buyer.post(`/api/items/${two}/purchase/intent`, both)).toMatchObject({
    status: 409,
    body: {
      details: [
        { path: ['expectedTotal'], message: '1.01' },
        { path: ['expectedCents'], message: '520' },
      ],
    },
  })
  for (const expectedCents of [-1, 3.5, '350', 1e9])
    expect((await buyer.post(`/api/items/${two}/purchase/intent`, { expectedCents })).status).toBe(400)
  await change({ cardPerOrder: '3.00', cardPerItem: '0.50' })
})

test('one order is paid in one currency: nothing is added to it once the market has another', async () => {
  const order = await paidOrder(market, { lines: 1 })
  const { listing } = await buildListing(market, { seller: order.seller })
  await change({ currency: 'eur' })
  const added = { itemIds: [listing.id], expectedTotal: '3.02' }
  const refused = await order.buyer.post<{ code: string }>(`/api/purchases/${order.purchaseId}/add`, added)
  expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_CLOSED'])
  const intent = await order.buyer.post<{ currency: string }>(`/api/items/${listing.id}/purchase/intent`, {})
  expect(intent.body.currency).toBe('eur')
  await change({ currency: 'usd' })
})

test('the log says what was changed', async () => {
  await change({ name: 'Logged' })
  const log = await admin.get<AdminAction[]>('/api/admin/actions')
  expect(log.body[0]).toMatchObject({ action: 'site.update', after: { name: 'Logged' } })
  expect(log.body.slice(0, 1).flatMap(changesOf)).toMatchObject([{ label: 'Name of the site', is: 'Logged' }])
  await change({ name: '' })
})

test('what another process has changed is heard of', async () => {
  await market.ctx.db.raw(`update site set name = 'Elsewhere'; select pg_notify('site_changed', '')`)
  await expect.poll(async () => (await site()).name).toBe('Elsewhere')
  await change({ name: '' })
})
