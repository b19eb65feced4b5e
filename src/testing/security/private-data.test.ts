import { existsSync } from 'node:fs'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountApi } from '../../app.ts'
import type { Listing } from '../../modules/catalog/contract.ts'
import { loadConfig } from '../../platform/config.ts'
import type { Endpoint } from '../../platform/endpoint.ts'
import { createLogger } from '../../platform/process/logger.ts'
import { listingBody } from '../market/builders.ts'
import type { TestClient } from '../market/client.ts'
import { testMarket, type TestMarket } from '../market/market.ts'
import { ask } from './ask.ts'
import { buildCast, buildScene, type Cast, type Scene } from './cast.ts'
import { keepAnalysing } from './keep-analysing.ts'
import { validRequest } from './valid-requests.ts'

/** Words that stand nowhere else, so that they can be looked for. */
const SELLER = {
  pickupAddress: '77 Quillfeather Lane, behind the tower',
  contactName: 'Zenobia Quillfeather',
  contactEmail: 'zenobia@quillfeather.example',
  contactPhone: '555-0177-4242',
  latitude: 45.523456,
  longitude: -122.676543,
}
const CHILD_BORN = '2013-02'
const LAST_NAME = 'Ravensbourne'
const PLACE = { latitude: SELLER.latitude, longitude: SELLER.longitude }
const BUILT = existsSync(fileURLToPath(new URL('../../../dist/server/entry-server.js', import.meta.url)))

const logged: string[] = []
let market: TestMarket
let cast: Cast
let endpoints: Endpoint[]
let secrets: string[]
let stopAnalyses: () => Promise<void>
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  const log = createLogger(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'trace' }), sink)
  market = await testMarket({ log })
  cast = await buildCast(market)
  endpoints = mountApi(market.ctx).endpoints
  const { pickupAddress, contactName, contactEmail, contactPhone, latitude, longitude } = SELLER
  const texts = [pickupAddress, contactName, contactEmail, contactPhone, cast.clients.owner.user.email]
  secrets = [...texts, String(latitude), String(longitude), CHILD_BORN, LAST_NAME]
  const born = await cast.clients.owner.patch('/api/users/me/children-born', { childrenBorn: [CHILD_BORN] })
  expect(born.status).toBe(200)
  const named = await cast.clients.owner.patch('/api/users/me', { firstName: 'owner', lastName: LAST_NAME })
  expect(named.status).toBe(200)
  stopAnalyses = keepAnalysing(market)
})
afterAll(async () => {
  await stopAnalyses()
  await market.stop()
})

test('who writes with a neighbour, or blocks one, learns the first name and not the last', async () => {
  const { other, owner } = cast.clients
  const { itemId } = await buildScene(cast, 'available', SELLER)
  expect((await other.post(`/api/items/${itemId}/messages`, { body: 'Is it still there?' })).status).toBe(201)
  expect((await other.post(`/api/members/${owner.user.id}/block`)).status).toBe(204)
  for (const path of ['/api/messages/conversations', '/api/users/me/blocks', '/api/users/me/export']) {
    const answer = JSON.stringify((await other.get(path)).body)
    expect(answer).toContain(owner.user.id)
    expect(answer).not.toContain(LAST_NAME)
  }
  await other.delete(`/api/members/${owner.user.id}/block`)
})

/** The secrets that stand in answers to the client, by the call. */
async function findings(client: TestClient, scene: Scene, isAsked: (endpoint: Endpoint) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const { method, path } of endpoints.filter(isAsked)) {
    const request = await validRequest(`${method} ${path}`, { cast, scene })
    const { body } = request
    const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body)
    const given = await ask(client, method, { path: request.path, ...(sent !== undefined && { body: sent }) })
    const answer = `${JSON.stringify([...given.headers])} ${given.text}`
    for (const secret of secrets) if (answer.includes(secret)) found.push(`${method} ${path}: ${secret}`)
  }
  return found
}

const anything = ({ method, path }: Endpoint) => `${method} ${path}` !== 'DELETE /api/users/me'
const reading = ({ method }: Endpoint) => method === 'GET'

describe("the seller's address, contact and exact place", () => {
  test('are in no answer to anybody who has not paid', async () => {
    const sold = await buildScene(cast, 'paid', SELLER)
    const { anonymous, member, other, before } = cast.clients
    for (const outsider of [anonymous, member, other]) expect(await findings(outsider, sold, anything)).toEqual([])
    for (const state of ['available', 'reserved', 'withdrawn'] as const) {
      const scene = await buildScene(cast, state, SELLER)
      for (const outsider of [anonymous, member, other, before]) {
        expect(await findings(outsider, scene, reading), state).toEqual([])
      }
    }
  })

  test('are there for the owner, and for the buyer who has paid until a refund', async () => {
    const scene = await buildScene(cast, 'paid', SELLER)
    await market.runJobs({ only: ['messaging.announce-purchase'] })
    const { owner, after } = cast.clients
    expect(await findings(owner, scene, reading)).toContain(`GET /api/items/:id: ${SELLER.pickupAddress}`)
    const known = await findings(after, scene, reading)
    for (const path of ['/api/items/:id', '/api/items/:id/pickup-details', '/api/purchases']) {
      for (const secret of [SELLER.pickupAddress, SELLER.contactEmail, SELLER.contactPhone]) {
        expect(known).toContain(`GET ${path}: ${secret}`)
      }
    }
    const another = await buildScene(cast, 'available', SELLER)
    expect(await findings(after, another, ({ path }) => path === '/api/items/:id')).toEqual([])
  })

  test('are gone again after a refund', async () => {
    const buyer = await market.signIn()
    const refunded = { ...cast, clients: { ...cast.clients, after: buyer } }
    const scene = await buildScene(refunded, 'paid', SELLER)
    await market.runJobs({ only: ['messaging.announce-purchase'] })
    expect(await findings(buyer, scene, reading)).not.toEqual([])
    const cancelled = await cast.clients.owner.post(`/api/purchases/${scene.purchaseId}/cancel`, { relist: true })
    expect(cancelled.status).toBe(200)
    await market.runJobs()
    expect(await findings(buyer, scene, reading)).toEqual([])
  })
})

test.runIf(BUILT)('neither are they in the source of a page, its share tags included', async () => {
  const scenes = [await buildScene(cast, 'available', SELLER), await buildScene(cast, 'paid', SELLER)]
  const { anonymous, member, other, before } = cast.clients
  for (const { itemId } of scenes) {
    for (const client of [anonymous, member, other, before]) {
      const { text, status } = await ask(client, 'GET', { path: `/item/${itemId}` })
      expect(status).toBe(200)
      expect(text).toContain('<meta property="og:title" content="Wooden train set')
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    }
  }
  for (const client of [anonymous, cast.clients.owner]) {
    const page = await ask(client, 'GET', { path: `/item/${scenes[0]!.itemId}` })
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.text) ?? []
    const product = JSON.parse(data) as { offers: { availableAtOrFrom: unknown } }
    expect(product.offers.availableAtOrFrom).toEqual({
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality: listingBody().city },
    })
    expect(secrets.filter((secret) => data.includes(secret))).toEqual([])
  }
  const { text } = await ask(anonymous, 'GET', { path: '/' })
  expect(text).toContain('Wooden train set')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

test('the map shows one point, too far from the house to find it', async () => {
  const points = new Set<string>()
  for (let listing = 0; listing < 3; listing += 1) {
    const { itemId } = await buildScene(cast, 'available', SELLER)
    for (const client of [cast.clients.anonymous, cast.clients.member, cast.clients.member]) {
      const { latitude, longitude } = (await client.get<Listing>(`/api/items/${itemId}`)).body
      points.add(`${latitude} ${longitude}`)
      const metres = distance({ latitude: latitude!, longitude: longitude! }, PLACE)
      expect(metres).toBeGreaterThan(200)
      expect(metres).toBeLessThan(1100)
    }
  }
  // Different points for different listings would have the house in their middle.
  expect(points.size).toBe(1)
})

test('the logs hold none of it: no address, code, cookie or card', async () => {
  const { owner, after } = cast.clients
  await ask(after, 'GET', { path: '/api/items/not-an-id?search=x' })
  const { code } = (await market.visitor().post<{ code: string }>('/api/auth/code', { email: 'q@q.example' })).body
  const log = logged.join('')
  expect(log).toContain('/api/items')
  const cookies = [owner, after].flatMap((client) => [...client.cookies.values()])
  const cards = ['4242424242424242', '4242 4242', '_secret_']
  const all = [...secrets, ...cookies, ...cards, `"${code}"`, 'q@q.example']
  expect(all.filter((secret) => log.includes(secret))).toEqual([])
})

/** Metres, near enough for a town. */
function distance(one: typeof PLACE, other: typeof PLACE): number {
  const north = (one.latitude - other.latitude) * 111_320
  const east = (one.longitude - other.longitude) * 111_320 * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
