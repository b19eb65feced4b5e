import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import type { User } from '../contract.ts'

const asked: IncomingMessage[] = []
let answer = '[{"lat":"45.52","lon":"-122.68"}]'
let geocoder: Server
let market: TestMarket

beforeAll(async () => {
  geocoder = createServer((request, response) => {
    asked.push(request)
    response.end(answer)
  }).listen(0, '127.0.0.1')
  await once(geocoder, 'listening')
  const url = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/search`
  market = await testMarket({ env: { GEOCODER_URL: url } })
})
afterAll(async () => {
  await market.stop()
  geocoder.closeAllConnections()
  geocoder.close()
})
beforeEach(() => {
  asked.length = 0
})

const DEFAULTS = {
  defaultCity: 'Portland',
  defaultPickupAddress: '12 Alder Street',
  defaultContactName: 'Nora',
  defaultContactEmail: 'Nora@Example.com',
}
const path = '/api/users/me/defaults'

describe('default location and contact', () => {
  test('are saved, with the coordinates of the place', async () => {
    const member = await market.signIn()
    const { status, body } = await member.patch<User>(path, { ...DEFAULTS, defaultContactPhone: '555-0100' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...DEFAULTS,
      defaultContactEmail: 'nora@example.com',
      defaultContactPhone: '555-0100',
      defaultLatitude: 45.52,
      defaultLongitude: -122.68,
    })
    expect(await member.refreshUser()).toEqual(body)
    const query = new URL(asked[0]?.url ?? '', 'http://geocoder').searchParams
    expect(query.get('q')).toBe('12 Alder Street, Portland')
    expect(asked[0]?.headers['user-agent']).toBe(`Outgrown/${manifest.version} (${market.url})`)

    await member.patch(path, { ...DEFAULTS, defaultContactName: 'Nora N.' })
    expect(asked).toHaveLength(1)
    const saved = await member.refreshUser()
    expect(saved).toMatchObject({ defaultLatitude: 45.52, defaultContactPhone: null, defaultContactName: 'Nora N.' })
  })

  test('a city alone is where a member looks; with an address it is theirs', async () => {
    const member = await market.signIn()
    const { status, body } = await member.patch<User>('/api/users/me', { defaultCity: 'Salem' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ defaultCity: 'Salem', defaultPickupAddress: null, defaultLatitude: 45.52 })
    await member.patch(path, { ...DEFAULTS, defaultPickupAddress: '9 Elm Street' })
    await member.patch('/api/users/me', { defaultCity: 'Bend' })
    const queries = asked.map(({ url }) => new URL(url ?? '', 'http://geocoder').searchParams.get('q'))
    expect(queries).toEqual(['Salem', '9 Elm Street, Portland', '9 Elm Street, Bend'])
    expect((await member.patch('/api/users/me', { defaultCity: 'X' })).status).toBe(400)
    expect((await member.patch('/api/users/me', {})).status).toBe(400)
    expect((await member.refreshUser()).defaultCity).toBe('Bend')
  })

  test('coordinates that are text, as geocoders give them, are taken too', async () => {
    const member = await market.signIn()
    const place = { defaultLatitude: '45.523064', defaultLongitude: ' -122.676483 ' }
    const { status, body } = await member.patch(path, { ...DEFAULTS, ...place })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ defaultLatitude: 45.523064, defaultLongitude: -122.676483 }),
    ])
  })

  test('coordinates that are sent are taken as they are', async () => {
    const member = await market.signIn()
    const { body } = await member.patch<User>(path, { ...DEFAULTS, defaultLatitude: 1.5, defaultLongitude: 2.5 })
    expect(body).toMatchObject({ defaultLatitude: 1.5, defaultLongitude: 2.5 })
    expect(asked).toHaveLength(0)
  })

  test.each([{ defaultLatitude: 1.5 }, { defaultLongitude: 2.5, defaultLatitude: null }])(
    'half a place, %j, is refused, and changes nothing',
    async (half) => {
      const member = await market.signIn()
      const { status, body } = await member.patch(path, { ...DEFAULTS, ...half })
      expect(status).toBe(400)
      expect(body).toMatchObject({ message: 'Latitude and longitude belong together' })
      expect(await member.refreshUser()).toMatchObject({ defaultCity: null, defaultLatitude: null })
    },
  )

  test('neither half of a place means that it is not known', async () => {
    const member = await market.signIn()
    const { body } = await member.patch(path, { ...DEFAULTS, defaultLatitude: null, defaultLongitude: null })
    expect(body).toMatchObject({ defaultCity: 'Portland', defaultLatitude: null, defaultLongitude: null })
    expect(asked).toHaveLength(0)
  })

  test.each(['[]', 'no JSON', '[{"lat":"91","lon":"0"}]', '[{"lat":"x"}]'])(
    'a lookup that answers %s means no coordinates',
    async (given) => {
      answer = given
      const member = await market.signIn()
      const { status, body } = await member.patch<User>(path, { ...DEFAULTS, defaultPickupAddress: `Unknown ${given}` })
      expect(status).toBe(200)
      expect(body).toMatchObject({ defaultCity: 'Portland', defaultLatitude: null, defaultLongitude: null })
    },
  )

  test.each([
    [{ defaultLatitude: 90.1, defaultLongitude: 0 }, 'defaultLatitude'],
    [{ defaultLatitude: 1, defaultLongitude: '12 east' }, 'defaultLongitude'],
    [{ defaultLongitude: '12' }, 'defaultLatitude'],
    [{ tokens: '1000.00' }, 'tokens'],
    [{ isAdmin: true }, 'isAdmin'],
  ])('%j is refused and changes nothing', async (field, name) => {
    const member = await market.signIn()
    const refused = await member.patch<{ details: unknown[] }>(path, { ...DEFAULTS, ...field })
    expect(refused.status).toBe(400)
    expect(refused.body.details).toEqual([expect.objectContaining({ path: [name] })])
    expect(await member.refreshUser()).toMatchObject({ defaultCity: null, isAdmin: false, tokens: '10.00' })
  })
})

test('what is missing or cannot be is told in words for people', async () => {
  const member = await market.signIn()
  const messages = async (answer: Promise<{ body: { details: { message: string }[] } }>) =>
    (await answer).body.details.map(({ message }) => message)
  type Refusal = { details: { message: string }[] }
  expect(await messages(member.patch<Refusal>(path, {}))).toEqual([
    'City is required',
    'Pickup address is required',
    'Contact name is required',
    'Valid email is required',
  ])
  expect(
    await messages(member.patch<Refusal>(path, { ...DEFAULTS, defaultLatitude: 91, defaultLongitude: 0 })),
  ).toEqual(['Default latitude is too large'])
  expect(await messages(member.get<Refusal>(`/api/items?search=${'x'.repeat(101)}`))).toEqual(['Search is too long'])
  const missing = await messages(member.post<Refusal>('/api/items', {}))
  for (const words of ['Title must be at least 3 characters', 'City is required', 'At least one photo is required'])
    expect(missing).toContain(words)
  expect(missing.join()).not.toContain('Invalid')
})

test('a name that shows nothing is none, and none turns round the text beside it', async () => {
  const member = await market.signIn()
  const details = async (firstName: string) =>
    (await member.patch('/api/users/me', { firstName, lastName: 'Byron' })).body['details']
  expect(await details('\u200b\u2060')).toEqual([{ path: ['firstName'], message: 'First name is required' }])
  expect(await details('Ada\u202e')).toEqual([
    { path: ['firstName'], message: "Contains characters that can't be shown" },
  ])
  const { body } = await member.patch(path, { ...DEFAULTS, defaultCity: '\u3164\u3164' })
  expect(body).toMatchObject({ message: 'City is required' })
})

test('an address has one spelling', async () => {
  expect((await market.visitor().get('/API/auth/user')).status).toBe(404)
})

test('a member sets name and children’s ages', async () => {
  const member = await market.signIn()
  const named = await member.patch<User>('/api/users/me', { firstName: ' Ada ', lastName: 'Byron' })
  expect(named).toMatchObject({ status: 200, body: { firstName: 'Ada', lastName: 'Byron' } })
  const aged = await member.patch<User>('/api/users/me/children-ages', { childrenAges: ['2T-3T', 'newborn'] })
  expect(aged.body.childrenAges).toEqual(['2T-3T', 'newborn'])
  expect((await member.patch('/api/users/me/children-ages', { childrenAges: ['adult'] })).status).toBe(400)
  expect((await member.patch('/api/users/me/children-ages', { childrenAges: ['2T-3T', '2T-3T'] })).status).toBe(400)
  expect(await member.refreshUser()).toMatchObject({ firstName: 'Ada', childrenAges: ['2T-3T', 'newborn'] })
})

test('a member keeps the months in which children were born, for themselves', async () => {
  const member = await market.signIn()
  market.clock.set(new Date('2026-11-22T12:00:00Z'))
  const set = (...childrenBorn: unknown[]) =>
    member.patch<User & { details: unknown }>('/api/users/me/children-born', { childrenBorn })
  expect(member.user).toMatchObject({ nextSize: null, youngest: null })
  expect(await set('2026-11', '2008-12')).toMatchObject({
    status: 200,
    body: {
      childrenBorn: ['2026-11', '2008-12'],
      youngest: { months: 0, wears: 'newborn' },
      nextSize: '0-3mo',
    },
  })
  for (const [months, path, message] of [
    [['2026-12'], ['childrenBorn', 0], 'This month is in the future'],
    [['2026-11', '2008-11'], ['childrenBorn', 1], 'This month is 18 years ago or more'],
    [['2026-13'], ['childrenBorn', 0], 'Give a month as YYYY-MM'],
    [['2026-1'], ['childrenBorn', 0], 'Give a month as YYYY-MM'],
    [['2026-01', '2026-01'], ['childrenBorn'], 'You can add each month only once'],
  ] as const) {
    expect(await set(...months)).toMatchObject({ status: 400, body: { details: [{ path, message }] } })
  }
  expect((await set(...Array.from({ length: 21 }, (_, n) => `20${n + 10}-01`))).status).toBe(400)
  market.clock.set(new Date('2026-12-01T12:00:00Z'))
  // It has grown up since, and its sibling can be added all the same.
  expect(await set('2008-12', '2026-12')).toMatchObject({ status: 200 })
  expect((await member.refreshUser()).childrenBorn).toEqual(['2008-12', '2026-12'])
})

test.each(['/api/users/me', '/api/users/me/defaults', '/api/users/me/children-ages', '/api/users/me/children-born'])(
  '%s is for members',
  async (account) => expect((await market.visitor().patch(account, {})).status).toBe(401),
)

test('nobody takes the look-up of places from the others', async () => {
  const member = await market.signIn()
  const move = (n: number) => member.patch<{ code?: string }>('/api/users/me', { defaultCity: `Town ${n}` })
  for (let n = 0; n < 20; n += 1) expect((await move(n)).status).toBe(200)
  expect((await move(20)).status).toBe(429)
  expect((await member.patch('/api/users/me', { firstName: 'Ada' })).status).toBe(200)
  expect((await member.refreshUser()).defaultCity).toBe('Town 19')
})

test('each painted page asks who its reader is: beside the session, a statement for the member and one for the balance', async () => {
  const member = await market.signIn()
  await member.get('/api/auth/user')
  expect(await statementsOf(market, () => member.get('/api/auth/user'))).toHaveLength(3)
})
