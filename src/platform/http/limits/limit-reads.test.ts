import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'

const market = useMarket({ env: { TRUST_PROXY: '1' } })

/** Each read counts as so many, or the test would have to be as fast as a flood. */
const AS_MANY = 2000
let asMany: number | undefined
type Consume = typeof RateLimiterMemory.prototype.consume
beforeEach(() => {
  asMany = AS_MANY
  const consume: Consume = Reflect.get(RateLimiterMemory.prototype, 'consume')
  vi.spyOn(RateLimiterMemory.prototype, 'consume').mockImplementation(function (this: RateLimiterMemory, key, points) {
    // Ten seconds are over before a busy machine has asked as often.
    return consume.call(this, key, this.keyPrefix === 'read' ? (asMany ?? points) : points, { customDuration: 3600 })
  })
})
afterEach(() => vi.restoreAllMocks())

const read = (reader: TestClient, address: string, path = '/api/items?limit=1') =>
  reader.get<{ code?: string }>(path, { headers: { 'x-forwarded-for': address } })

async function statuses(reader: TestClient, addresses: string[]): Promise<number[]> {
  const seen: number[] = []
  for (const address of addresses) seen.push((await read(reader, address)).status)
  return seen
}

test('who reads the API 1,200 times in ten seconds is told to wait; everybody else reads on', async () => {
  const [office, guest] = ['198.51.100.20', market.visitor()]
  const member = await market.signIn()
  expect(await statuses(guest, [office, office, office, office])).toEqual([200, 200, 200, 429])
  const refused = await read(guest, office)
  expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await read(guest, '198.51.100.21')).status).toBe(200)
  expect((await read(guest, office, '/healthz')).status).toBe(200)
  // A member is nobody's neighbour at that address, and the same one at every other.
  expect(await statuses(member, [office, office, '198.51.100.22', '198.51.100.23'])).toEqual([200, 200, 200, 429])
})

test('a proxy on this machine that nobody has declared is not taken for one reader', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await statuses(market.visitor(), Array<string>(4).fill(address))).toEqual([200, 200, 200, 200])
})

test('pages, photos and sitemaps count as well', async () => {
  const [address, guest] = ['198.51.100.30', market.visitor()]
  const paths = ['/sitemap.xml', '/robots.txt', '/photos/6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001.webp', '/sitemap.xml']
  const seen: number[] = []
  for (const path of paths) seen.push((await read(guest, address, path)).status)
  expect(seen).toEqual([200, 200, 404, 429])
})

test('a search is counted by what it costs: of the dearest a reader makes ten in ten seconds', async () => {
  asMany = undefined
  const dear = `/api/items?limit=1&search=${'abcdefghijklmnopqrstuvwx'.split('').join('+')}`
  const [address, guest] = ['198.51.100.40', market.visitor()]
  const seen: number[] = []
  for (let asked = 0; asked < 11; asked += 1) seen.push((await read(guest, address, dear)).status)
  expect(seen).toEqual([...Array<number>(10).fill(200), 429])
  // The typed words of a person cost next to nothing.
  const plain = '198.51.100.41'
  for (let asked = 0; asked < 30; asked += 1)
    expect((await read(guest, plain, '/api/items?limit=1&search=wooden+train')).status).toBe(200)
})
