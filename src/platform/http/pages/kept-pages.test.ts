import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '../../../app.ts'
import type { Listing } from '../../../modules/catalog/contract.ts'
import { buildListing, buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import { type Answer, TestClient } from '../../../testing/market/client.ts'
import { listenLocally } from '../../../testing/run/listen-locally.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { reserve } from '../../../testing/market/trades.ts'
import type { Context } from '../../context.ts'
import type { Listener, Subscriber } from '../../database/listener.ts'

/** Stands for the built entry: shows all that it was given, numbered, and can be held up while it paints. */
const ENTRY = `
const LIST = '/api/items?status=available&limit=24'
const known = (url) => url.startsWith('/item/') ? ['/api/items/' + url.slice(6)]
  : url === '/?parts' ? ['/api/admin/settings'] : url === '/?few' ? ['/api/items?limit=7'] : [LIST]
export const dataPaths = (url) => ['/api/auth/user', ...known(url)]
export const keptAddress = (url) => url.startsWith('/?search=') || url === '/post' ? null : url.replace('&fbclid=1', '')
export async function render(url, { data, language }) {
  const number = (globalThis.paintings = (globalThis.paintings ?? 0) + 1)
  await globalThis.whilePainting?.()
  const status = Object.entries(data).every(([path, value]) => path === '/api/auth/user' || value) ? 200 : 404
  return { status, head: '', html: '<p lang=' + language + '>' + number + '</p>', data: JSON.stringify({ url, data }) }
}`
const LIST = '/api/items?status=available&limit=24'
const painter = globalThis as { paintings?: number; whilePainting?: (() => Promise<unknown>) | undefined }

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let dist: string
/** Another process than `market`: what happens there is heard of here, and no more. */
let site: string
let admin: TestClient
let seller: TestClient
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  admin = await market.signIn()
  await admin.post('/api/admin/setup')
  dist = await mkdtemp(join(tmpdir(), 'dist-'))
  await mkdir(join(dist, 'client'))
  await mkdir(join(dist, 'server'))
  await writeFile(join(dist, 'client/index.html'), '<!--head--><!--html--><!--data-->')
  await writeFile(join(dist, 'client/index.de.html'), 'deutsch<!--html-->')
  await writeFile(join(dist, 'server/entry-server.js'), ENTRY)
  await writeFile(join(dist, 'server/package.json'), '{"type":"module"}')
  site = await serve(market.ctx)
  seller = (await buildListing(market)).seller
  await listening()
})
afterEach(() => {
  vi.restoreAllMocks()
  painter.whilePainting = undefined
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await rm(dist, { recursive: true })
})

async function serve(ctx: Context): Promise<string> {
  const callback = createApp(ctx, dist).callback()
  const { url, stop } = await listenLocally(createServer((request, response) => void callback(request, response)))
  stops.push(stop)
  return url
}

/** A new listing, of which everybody has heard by now. */
async function posted(fields: { title?: string; pickupAddress?: string } = {}): Promise<Listing> {
  const { listing } = await buildListing(market, { seller, fields })
  await heardOfAll()
  return listing
}
/** Notifications come in the order of commits. */
async function heardOfAll(): Promise<void> {
  const heard = Promise.withResolvers<string>()
  const payload = randomUUID()
  const end = market.ctx.listener.subscribe(['listings_changed'], {
    connected: () => undefined,
    notify: (_, told) => told === payload && heard.resolve(told),
  })
  await market.ctx.db.raw(`select pg_notify('listings_changed', ?)`, [payload])
  await heard.promise
  end()
}
const see = (path = '/', client = new TestClient(site)) => client.get<string>(path)
const numberOf = ({ body }: Answer<string>) => Number(/<p[^>]*>(\d+)<\/p>/.exec(body)?.[1])
const isKept = async (path = '/') => numberOf(await see(path)) === numberOf(await see(path))
const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 120_000 })
const listening = () => until(() => isKept())
/** Time that stands still: what is kept goes by what is heard alone. */
const stopTime = (at = performance.now()) => vi.spyOn(performance, 'now').mockReturnValue(at)
const PASSING = /^(date|x-request-id|etag|content-(length|encoding)|transfer-encoding|connection|keep-alive)$/
/** All that doesn't go by the moment, this one answer's length, or the client's connection. */
const lastingHeaders = ({ headers }: Answer<unknown>) =>
  Object.fromEntries([...headers].filter(([name]) => !PASSING.test(name)))

/** The same browser, at the site. */
function withCookies(from: TestClient, url = site): TestClient {
  const client = new TestClient(url)
  for (const [name, value] of from.cookies) client.cookies.set(name, value)
  return client
}

/** Hears nothing by itself. */
const listenerDouble = (onSubscribe: (subscriber: Subscriber) => void): Listener => ({
  subscribe(_, subscriber) {
    onSubscribe(subscriber)
    return () => undefined
  },
  close: () => undefined,
})

test('a page is painted once for all visitors, without end, and goes out as small as each of them takes it', async () => {
  stopTime()
  const { id } = await posted()
  for (const path of ['/?size=newborn', '/?size=toddler', `/item/${id}`]) {
    const before = painter.paintings ?? 0
    const answers = await Promise.all(Array.from({ length: 130 }, () => see(path)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size, path).toBe(1)
    expect((painter.paintings ?? 0) - before, path).toBeLessThanOrEqual(1)
  }
  expect(numberOf(await see('/?size=newborn&fbclid=1'))).toBe(numberOf(await see('/?size=newborn')))
  const page = await see()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await new TestClient(site).get<string>('/', { headers: { 'accept-encoding': encoding } })
    expect(answer.body).toBe(page.body)
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-member')).toBe('')
  }
})

test('a kept page comes with the same headers as one that is painted anew, by HEAD too, and none of them is for one visitor', async () => {
  stopTime()
  const path = '/?size=toddler&fbclid=1'
  const guest = new TestClient(site)
  await guest.get('/?ref=ABC')
  const painted = await see(path, guest)
  const kept = await see(path)
  expect(numberOf(kept)).toBe(numberOf(painted))
  expect(kept.headers.get('content-security-policy')).toContain("default-src 'self'")
  const asked = await new TestClient(site).send('HEAD', path, undefined)
  for (const answer of [kept, asked, await see('/post')]) {
    expect(answer.status).toBe(200)
    expect(lastingHeaders(answer)).toEqual(lastingHeaders(painted))
  }
  for (const name of ['etag', 'content-length', 'content-encoding'])
    expect([kept, asked].map(({ headers }) => headers.get(name))).toEqual(Array(2).fill(painted.headers.get(name)))
  expect(lastingHeaders(kept)).not.toHaveProperty('set-cookie')
  expect(kept.headers.get('x-request-id')).not.toBe(painted.headers.get('x-request-id'))
})

test('a browser that has a page already is told so, until it is another', async () => {
  stopTime()
  const { id } = await posted({ title: 'As it was' })
  const item = `/item/${id}`
  const first = await see(item)
  const etag = first.headers.get('etag') ?? ''
  const ask = (client = new TestClient(site), encoding = 'br') => {
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0', 'accept-encoding': encoding }
    return client.get<string>(item, { headers })
  }
  for (const encoding of ['br', 'identity']) {
    const again = await ask(undefined, encoding)
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    expect([again.headers.get('x-member'), again.headers.get('content-encoding')]).toEqual(['', null])
    expect(again.headers.get('vary')).toBe(first.headers.get('vary'))
  }
  const members = await ask(withCookies(await market.signIn({ firstName: 'Ida' })))
  expect([members.status, members.headers.get('etag')]).toEqual([200, null])
  expect(members.body).toContain('"firstName":"Ida"')
  await seller.patch(`/api/items/${id}`, { title: 'As it is' })
  await heardOfAll()
  expect((await ask()).body).toContain('As it is')
})

test('what others are not to see or not to get again is painted each time', async () => {
  stopTime()
  for (const path of ['/?search=crib', '/post', '/item/none', '/%ff']) expect(await isKept(path), path).toBe(false)
  const { db } = market.ctx
  for (const [table, path, status] of [
    ['admin_settings', '/?parts', 200],
    ['listing_card', '/?few', 503],
  ] as const) {
    await db.raw(`alter table ${table} rename to gone`)
    try {
      expect((await see(path)).status).toBe(status)
      expect(await isKept(path)).toBe(false)
    } finally {
      await db.raw(`alter table gone rename to ${table}`)
    }
    expect((await see(path)).status).toBe(200)
    expect(await isKept(path)).toBe(true)
  }
})

test('nothing of a member is ever kept, whoever comes first', async () => {
  const listing = await posted({ pickupAddress: '7 Secret Lane' })
  const ida = await market.signIn({ firstName: 'Ida' })
  const [member, owner] = [withCookies(ida), withCookies(seller)]
  const gone = new TestClient(site)
  gone.cookies.set('outgrown.session', 'of-long-ago')
  const guest = new TestClient(site)
  await guest.get('/?ref=ABC&search=crib')
  expect(guest.cookies.size).toBeGreaterThan(0)
  stopTime()
  for (const path of ['/', '/?size=newborn', `/item/${listing.id}`]) {
    const visitors = new Set<string>()
    const members = new Set<number>()
    // Nothing is kept at first.
    for (let round = 0; round < 3; round += 1) {
      const [ownPage, membersPage, gonePage, guestPage, page] = await Promise.all([
        see(path, owner),
        see(path, member),
        see(path, gone),
        see(path, guest),
        see(path),
      ])
      expect(membersPage.body).toContain('"firstName":"Ida"')
      expect(ownPage.body.includes('7 Secret Lane')).toBe(path.startsWith('/item/'))
      for (const shown of [gonePage, guestPage, page]) {
        expect(shown.body).toContain('"/api/auth/user":null')
        expect(shown.body).not.toMatch(/Ida|Secret Lane/)
        expect(shown.headers.get('x-member')).toBe('')
      }
      expect(membersPage.headers.get('x-member')).toBe(ida.user.id)
      visitors.add(guestPage.body).add(page.body)
      for (const one of [ownPage, membersPage, gonePage]) members.add(numberOf(one))
    }
    expect(visitors.size, path).toBe(1)
    expect(members.size, path).toBe(9)
  }
})

test('what everybody sees on a page is asked for once for all members, until it is changed', async () => {
  const [ida, ben] = [withCookies(await market.signIn()), withCookies(await market.signIn())]
  const { db } = market.ctx
  const feeSeen = async (member: TestClient) =>
    /"transactionFeePercentage":"[^"]*"/.exec((await see('/?parts', member)).body)?.[0]
  stopTime()
  await heardOfAll()
  const seen = await feeSeen(ida)
  expect(seen).toBeDefined()
  await db.raw('alter table admin_settings rename to gone')
  try {
    expect(await feeSeen(ben)).toBe(seen)
  } finally {
    await db.raw('alter table gone rename to admin_settings')
  }
  const { status } = await withCookies(admin).patch('/api/admin/settings', { transactionFeePercentage: 7.25 })
  expect([status, await feeSeen(ida)]).toEqual([200, '"transactionFeePercentage":"7.25"'])
})

test('an invitation is remembered for whoever follows it, and for nobody else', async () => {
  stopTime()
  const first = await see('/?ref=ABC')
  const again = await see('/?ref=ABC')
  expect(numberOf(first)).not.toBe(numberOf(again))
  for (const { headers } of [first, again]) {
    expect(headers.getSetCookie().join()).toContain('referral')
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
  expect((await see()).headers.getSetCookie()).toEqual([])
})

const CHANGES: [what: string, change: (listing: Listing) => Promise<Answer<unknown>>][] = [
  ['edited', ({ id }) => seller.patch(`/api/items/${id}`, { title: 'Another title' })],
  ['withdrawn', ({ id }) => seller.patch(`/api/items/${id}`, { status: 'withdrawn' })],
  ['hidden by an admin', ({ id }) => admin.post(`/api/admin/listings/${id}/hide`, { reason: 'Not allowed' })],
  [
    'gone with its seller',
    async () => {
      const gone = seller
      seller = await market.signIn()
      return gone.delete('/api/users/me')
    },
  ],
  ['reserved', async ({ id }) => reserve(await market.signIn(), id)],
  [
    'given other photos',
    async ({ id }) =>
      seller.patch(`/api/items/${id}`, { photos: await uploadPhotos(seller, [await buildPhoto({ width: 99 })]) }),
  ],
]

/** A visitor's view of a listing, at home and on its own page. */
async function shownOf(id: string): Promise<(Partial<Listing> | undefined)[]> {
  const read = async (path: string) => {
    const { data } = JSON.parse((await see(path)).body.replace(/^<p[^>]*>\d+<\/p>/, '')) as {
      data: Record<string, unknown>
    }
    return data
  }
  const { answer } = (await read('/'))[LIST] as { answer: Listing[] }
  const own = (await read(`/item/${id}`))[`/api/items/${id}`] as Listing | null
  return [answer.find((card) => card.id === id), own ?? undefined].map(
    (one) => one && { title: one.title, status: one.status, photos: one.photos },
  )
}

test.each(CHANGES)('what is %s elsewhere is seen as soon as it is heard of', async (_, change) => {
  stopTime()
  const listing = await posted()
  const { title, status, photos } = listing
  const before = { title, status, photos }
  expect(await shownOf(listing.id)).toEqual([before, before])
  expect(await isKept(`/item/${listing.id}`)).toBe(true)
  const changed = await change(listing)
  expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300)
  await heardOfAll()
  for (const shown of await shownOf(listing.id)) expect(shown).not.toEqual(before)
})

test('what is changed here is seen in the next answer, before anybody says so', async () => {
  const listing = await posted()
  const url = await serve({ ...market.ctx, listener: listenerDouble((subscriber) => subscriber.connected()) })
  stopTime()
  for (const title of ['One', 'Two', 'Three']) {
    await withCookies(seller, url).patch(`/api/items/${listing.id}`, { title })
    for (const path of ['/', `/item/${listing.id}`])
      expect((await see(path, new TestClient(url))).body).toContain(`"title":"${title}"`)
  }
})

test('what changes while it is painted is not kept', async () => {
  const listing = await posted({ title: 'Before' })
  const item = `/item/${listing.id}`
  stopTime()
  painter.whilePainting = async () => {
    painter.whilePainting = undefined
    await seller.patch(`/api/items/${listing.id}`, { title: 'Afterwards' })
    await heardOfAll()
  }
  expect((await see(item)).body).toContain('"title":"Before"')
  expect((await see(item)).body).toContain('"title":"Afterwards"')
})

test('while nobody listens nothing is kept, and what was kept before stays forgotten', async () => {
  const heard: Subscriber[] = []
  const url = await serve({ ...market.ctx, listener: listenerDouble((subscriber) => heard.push(subscriber)) })
  stopTime()
  const number = async () => numberOf(await see('/', new TestClient(url)))
  const seen = [await number(), await number()]
  for (const subscriber of heard) subscriber.connected()
  seen.push(await number())
  expect(new Set(seen).size).toBe(3)
  expect(await number()).toBe(seen.at(-1))
  for (const subscriber of heard) subscriber.lost?.()
  seen.push(await number(), await number())
  for (const subscriber of heard) subscriber.connected()
  seen.push(await number())
  expect(new Set(seen).size).toBe(6)
  expect(await number()).toBe(seen.at(-1))
})

test('what nobody says is right within a second all the same', async () => {
  const url = await serve({ ...market.ctx, listener: listenerDouble((subscriber) => subscriber.connected()) })
  const listing = await posted({ title: 'As it was' })
  const item = `/item/${listing.id}`
  const seen = async (path: string) => (await see(path, new TestClient(url))).body
  const start = performance.now()
  const time = stopTime(start)
  await new TestClient(url).get(LIST)
  const { firstName } = await seller.refreshUser()
  expect(await seen(item)).toContain(`"firstName":"${firstName}"`)
  await seller.patch(`/api/items/${listing.id}`, { title: 'As it is' })
  await seller.patch('/api/users/me', { firstName: 'Newname', lastName: 'Seller' })
  time.mockReturnValue(start + 499)
  expect(await seen('/')).toContain('As it was')
  time.mockReturnValue(start + 1000)
  expect(await seen('/')).toContain('As it is')
  expect(await seen(item)).toContain('"firstName":"Newname"')
})

test('a page is kept in each language that it was asked for, and comes with the frame of that language', async () => {
  stopTime()
  await heardOfAll()
  const inLanguage = (wanted: string) =>
    new TestClient(site).get<string>('/', { headers: { 'accept-language': wanted } })
  const first = await inLanguage('de-AT')
  expect(first.body).toMatch(/^deutsch<p lang=de>\d+<\/p>$/)
  expect(first.headers.get('vary')).toMatch(/accept-language, cookie/i)
  expect((await inLanguage('es')).body).toMatch(/^<p lang=es>/)
  const chosen = new TestClient(site)
  chosen.cookies.set('language', 'de')
  for (const again of [await inLanguage('de'), await see('/', chosen)]) {
    expect(again.body).toBe(first.body)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(again.headers.get('content-language')).toBe('de')
  }
  expect((await inLanguage('en')).body).toMatch(/^<p lang=en>/)
})
