import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { mountApi } from '../../app.ts'
import { schemaBook, type JsonSchema } from '../../open-api/schemas.ts'
import type { Endpoint } from '../../platform/endpoint.ts'
import type { TestClient } from '../market/client.ts'
import { useMarket } from '../market/use-market.ts'
import { ask, faultOfError } from './ask.ts'
import { buildCast, buildScene, type Cast, type Scene } from './cast.ts'
import { fingerprint } from './fingerprint.ts'
import { validRequest } from './valid-requests.ts'

/** Fields that nobody may set of themselves, of a listing or of a purchase. */
const FORBIDDEN = {
  isAdmin: true,
  tokens: '1000.00',
  tokensInEscrow: '0.00',
  userId: '6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001',
  buyerId: '6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001',
  sellerId: '6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001',
  id: '6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001',
  createdAt: '2020-01-01T00:00:00.000Z',
  status: 'claimed',
  state: 'paid',
  hiddenAt: null,
  'location.isAdmin': true,
}

/** As JSON text: JavaScript holds neither 1e309 nor the difference between 0 and -0. */
const NUMBERS = [
  '0',
  '-1',
  '1e309',
  '-1e309',
  '"NaN"',
  '"Infinity"',
  '0.005',
  '"0.005"',
  '100000000000000000000',
  '"1e3"',
  'true',
]

/** Field -> which of the numbers it takes. */
const TAKEN: Record<string, string[]> = {
  // Degrees.
  latitude: ['0', '-1', '0.005', '"0.005"'],
  longitude: ['0', '-1', '0.005', '"0.005"'],
  defaultLatitude: ['0', '-1', '0.005', '"0.005"'],
  defaultLongitude: ['0', '-1', '0.005', '"0.005"'],
  // A listing may cost nothing; a category may not.
  'POST /api/items tokenPrice': ['0'],
  'PATCH /api/items/:id tokenPrice': ['0'],
  retailPrice: ['0'],
  processingFeePercentage: ['0'],
  transactionFeePercentage: ['0'],
  cardPerOrder: ['0'],
  'PATCH /api/admin/site version': ['0'],
  'PUT /api/admin/canned-words version': ['0'],
}

const market = useMarket()
let cast: Cast
/** Something for sale, and a purchase of something else. */
let scene: Scene
let endpoints: Endpoint[]
beforeAll(async () => {
  cast = await buildCast(market)
  scene = await buildScene(cast, 'available')
  const { purchaseId, clientSecret, paymentId } = await buildScene(cast, 'reserved')
  scene = { ...scene, purchaseId, clientSecret, paymentId }
  endpoints = mountApi(market.ctx).endpoints
})

const book = schemaBook(new Map())
const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`
const takesJson = ({ method, kind = 'json', body }: Endpoint) =>
  kind === 'json' && (method === 'POST' || method === 'PATCH' || (method === 'PUT' && body !== undefined))

interface Attempts {
  endpoint: Endpoint
  path: string
  /** Bodies with the name of their fault. */
  bodies: [string, string][]
}

/** Sends bodies, as whoever may call at all, and expects that each is refused and that nothing has changed. */
async function expectRefusals(all: Attempts[]): Promise<void> {
  const before = await fingerprint(market.ctx.db)
  const accepted: string[] = []
  for (const { endpoint, path, bodies } of all) {
    const client: TestClient = endpoint.access === 'admin' ? cast.clients.admin : cast.clients.owner
    for (const [what, body] of bodies) {
      const given = await ask(client, endpoint.method, { path, body })
      if (given.status !== 400 || faultOfError(given) !== undefined)
        accepted.push(`${routeOf(endpoint)} ${what}: ${given.status} ${given.text}`)
    }
  }
  expect(accepted).toEqual([])
  expect(await fingerprint(market.ctx.db)).toEqual(before)
}

describe('writes of objects', () => {
  test('nobody sets what is not theirs to set', async () => {
    const writes = endpoints.filter(takesJson)
    expect(writes.length).toBeGreaterThan(20)
    const attempts: Attempts[] = []
    for (const [nth, endpoint] of writes.entries()) {
      const { path, body = {} } = await validRequest(routeOf(endpoint), { cast, scene })
      const evil = Object.entries(FORBIDDEN).map(([name, value]) => ({
        name,
        body: { ...(body as object), [name]: value },
      }))
      // The contract judges the body. That it does is seen by one of them over HTTP.
      const contract = endpoint.body
      if (contract) {
        const taken = evil.filter((one) => contract.safeParse(one.body).success).map(({ name }) => name)
        expect(taken, routeOf(endpoint)).toEqual([])
      }
      const one = evil[nth % evil.length]!
      const prototype = JSON.stringify(body).replace('{', `{"__proto__":{"isAdmin":true}${isEmpty(body) ? '' : ','}`)
      attempts.push({
        endpoint,
        path,
        bodies: [
          [one.name, JSON.stringify(one.body)],
          ['__proto__', prototype],
        ],
      })
    }
    await expectRefusals(attempts)
  })

  test('no listing costs more than its category', async () => {
    const { owner } = cast.clients
    const attempts: Attempts[] = []
    for (const route of ['POST /api/items', 'PATCH /api/items/:id']) {
      const { path, body } = await validRequest(route, { cast, scene })
      const bodies = ['3.01', '999999', 3.01, '03.01'].map((tokenPrice): [string, string] => {
        return [String(tokenPrice), JSON.stringify({ ...(body as object), tokenPrice })]
      })
      const endpoint = endpoints.find((candidate) => routeOf(candidate) === route)!
      attempts.push({ endpoint, path, bodies })
    }
    await expectRefusals(attempts)
    const { body } = await owner.get<{ tokenPrice: string }>(`/api/items/${scene.itemId}`)
    expect(body.tokenPrice).toBe('0.01')
  })
})

describe('numbers', () => {
  test('what no price, weight, place or percentage can be is refused everywhere', async () => {
    const fields: string[] = []
    const attempts: Attempts[] = []
    for (const endpoint of endpoints.filter((candidate) => takesJson(candidate) && candidate.body)) {
      const numeric = numericFields(book.input(endpoint.body!))
      if (numeric.length === 0) continue
      const { path, body } = await validRequest(routeOf(endpoint), { cast, scene })
      const bodies = numeric.flatMap((field) => {
        fields.push(`${routeOf(endpoint)} ${field}`)
        const taken = TAKEN[`${routeOf(endpoint)} ${field}`] ?? TAKEN[field] ?? []
        return NUMBERS.filter((number) => !taken.includes(number)).map((number): [string, string] => {
          return [`${field} ${number}`, JSON.stringify({ ...(body as object), [field]: '@' }).replace('"@"', number)]
        })
      })
      attempts.push({ endpoint, path, bodies })
    }
    await expectRefusals(attempts)
    expect(fields).toEqual(
      expect.arrayContaining(['POST /api/items weightLbs', 'PATCH /api/admin/category-prices/:category tokenPrice']),
    )
    expect(fields.length).toBeGreaterThan(12)
  })

  test('and in every query', async () => {
    const asked: string[] = []
    for (const endpoint of endpoints.filter(({ query }) => query)) {
      for (const field of numericFields(book.input(endpoint.query!))) {
        // Free things may be looked for.
        for (const number of NUMBERS.filter((one) => field !== 'maxPrice' || one !== '0')) {
          const path = `${endpoint.path.replace(/:\w+/, randomUUID())}?${field}=${encodeURIComponent(number.replaceAll('"', ''))}`
          const given = await ask(cast.clients.admin, 'GET', { path })
          expect(given.status, path).toBe(400)
          asked.push(path)
        }
      }
    }
    expect(asked.length).toBeGreaterThan(20)
  })
})

const isEmpty = (body: unknown) => Object.keys(body as object).length === 0

/** Names of fields that hold a number, or the text of one. */
function numericFields(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== 'cursor')
    .filter(([, field]) => isNumeric(field as JsonSchema))
    .map(([name]) => name)
}

function isNumeric({ type, pattern, anyOf = [] }: JsonSchema): boolean {
  if (type === 'number' || type === 'integer') return true
  if (type === 'string') return pattern !== undefined && new RegExp(pattern).test('1') && !new RegExp(pattern).test('x')
  return anyOf.some((choice) => isNumeric(choice))
}
