import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { startMarket } from '../../../testing/market/start-market.ts'
import type { ListingCard } from '../contract.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let seller: TestClient
/** The statements that read a page. */
let reads = 0
const PATH = '/api/items?status=available&limit=24'

beforeAll(async () => {
  seller = await market.signIn()
  market.ctx.db.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('listing_card')) reads += 1
  })
  await post('Wooden crib')
  await listening()
})
afterEach(() => vi.restoreAllMocks())

const browse = (path = PATH, headers: Record<string, string> = {}) =>
  market.visitor().get<ListingCard[]>(path, { headers: { 'cache-control': 'max-age=0', ...headers } })
const titles = ({ body }: Answer<ListingCard[]>) => body.map((card) => card.title)
const post = async (title: string) => (await buildListing(market, { seller, fields: { title } })).listing

const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 120_000 })

/** Until a page is kept. */
async function listening(): Promise<void> {
  await until(async () => {
    const before = reads
    await browse()
    return reads === before
  })
}

/** Time that stands still: what is kept goes by what is heard alone. */
const stopTime = () => vi.spyOn(performance, 'now').mockReturnValue(performance.now())

/** Something that this process does not do itself. */
async function elsewhere(sql: string, bindings: unknown[] = []): Promise<void> {
  const client = new pg.Client(market.ctx.config.DATABASE_URL)
  await client.connect()
  await client.query(sql, bindings)
  await client.end()
}

test('a first page is read once for all who ask, and each choice has its own', async () => {
  stopTime()
  const before = reads
  const [first] = await Promise.all(Array.from({ length: 20 }, () => browse()))
  expect(reads - before).toBeLessThanOrEqual(1)
  expect(first?.headers.get('x-total-count')).toBe('1')
  expect(titles(await browse('/api/items?status=available&limit=24&category=toys'))).toEqual(['Wooden crib'])
  expect(titles(await browse('/api/items?status=available&limit=24&category=other'))).toEqual([])
  expect(titles(await browse('/api/items?status=claimed&limit=24'))).toEqual([])
  const others = reads
  await browse(`${PATH}&search=wooden`)
  await browse(`${PATH}&search=wooden`)
  expect(reads - others).toBe(2)
})

test('what somebody changes here is seen in the next answer', async () => {
  stopTime()
  for (let round = 0; round < 20; round += 1) {
    const { id } = await post(`Stroller ${round}`)
    expect(titles(await browse())[0]).toBe(`Stroller ${round}`)
    await seller.delete(`/api/items/${id}`)
    expect(titles(await browse())).toEqual(['Wooden crib'])
  }
})

test('what is changed elsewhere is heard of: listings, and placeholders of their photos', async () => {
  await listening()
  stopTime()
  await elsewhere(`update listing set title = 'Wooden crib, painted'`)
  await until(async () => titles(await browse())[0] === 'Wooden crib, painted')
  await elsewhere(`update photo set placeholder = 'data:,'`)
  await until(async () => (await browse()).body[0]?.photoInfo[0]?.placeholder === 'data:,')
})

test('what is read while it changes is not kept', async () => {
  await listening()
  stopTime()
  const { db } = market.ctx
  const raw = db.raw.bind(db)
  const slow = vi.spyOn(db, 'raw').mockImplementation(((sql: string, bindings: never) => {
    const statement = raw(sql, bindings)
    if (!sql.includes('listing_card')) return statement
    slow.mockRestore()
    const answered = statement.then.bind(statement)
    const thenChanged = answered(async (answer: unknown) => {
      await elsewhere(`update listing set title = 'Changed while it was read'`)
      return answer
    })
    return Object.assign(statement, { then: thenChanged.then.bind(thenChanged) })
  }) as typeof db.raw)
  await elsewhere(`update listing set title = 'Before'`)
  await until(async () => titles(await browse())[0] === 'Changed while it was read')
})

test('while nobody listens nothing is kept, and afterwards it is again', async () => {
  await listening()
  stopTime()
  await elsewhere(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'market-listener'
    and datname = current_database()`)
  await until(async () => {
    const before = reads
    await browse()
    return reads > before
  })
  await elsewhere(`update listing set title = 'Said to nobody'`)
  expect(titles(await browse())).toEqual(['Said to nobody'])
  await listening()
  expect(titles(await browse())).toEqual(['Said to nobody'])
})

test('after a second it is read anew, heard or not', async () => {
  await listening()
  const now = performance.now()
  const time = vi.spyOn(performance, 'now').mockReturnValue(now)
  await browse()
  const before = reads
  await browse()
  expect(reads).toBe(before)
  time.mockReturnValue(now + 1000)
  await browse()
  expect(reads).toBe(before + 1)
})

test('a browser that has it gets 304 until it changes', async () => {
  const { headers, status } = await browse()
  const etag = headers.get('etag') ?? ''
  expect([status, etag, headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/^W\/"[\w-]{22}"$/),
    'no-cache',
  ])
  const again = await browse(PATH, { 'if-none-match': etag })
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
  const { id } = await post('A new thing')
  const changed = await browse(PATH, { 'if-none-match': etag })
  expect([changed.status, titles(changed)[0]]).toEqual([200, 'A new thing'])
  await seller.delete(`/api/items/${id}`)
  expect((await browse(PATH, { 'if-none-match': etag })).status).toBe(304)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('for Accept-Encoding %s it goes out as %s', async (accepted, encoding, unpack) => {
  const { headers, bytes } = await raw(accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(JSON.parse(unpack(bytes).toString())).toEqual((await browse()).body)
})

function raw(accepted: string) {
  return new Promise<{ headers: Record<string, string | string[] | undefined>; bytes: Buffer }>((resolve, reject) => {
    get(market.url + PATH, { headers: { 'accept-encoding': accepted } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}

test('two processes show the same', async () => {
  const other = await startMarket({ DATABASE_URL: market.ctx.config.DATABASE_URL, WORKERS: 'off', LOG_LEVEL: 'silent' })
  try {
    const there = async () => (await fetch(other.url + PATH).then((answer) => answer.json())) as ListingCard[]
    const seen = async (title: string) => (await there()).some((card) => card.title === title)
    for (let round = 0; round < 5; round += 1) {
      await there()
      const { id } = await post(`Seen everywhere ${round}`)
      await vi.waitFor(async () => expect(await seen(`Seen everywhere ${round}`)).toBe(true), { timeout: 120_000 })
      await seller.patch(`/api/items/${id}`, { status: 'withdrawn' })
      await vi.waitFor(async () => expect(await seen(`Seen everywhere ${round}`)).toBe(false), { timeout: 120_000 })
    }
  } finally {
    await other.stop()
  }
})
