import { expect, test } from 'vitest'
import { saveSearch } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { SavedSearch } from './contract.ts'

const market = useMarket()

const searches = async (member: TestClient) => (await member.get<SavedSearch[]>('/api/searches')).body

test('what is saved is there as it was put, the latest first', async () => {
  const member = await market.signIn()
  const query = {
    search: 'Bär & Co',
    category: 'toys',
    near: '45.52,-122.68',
    within: 5,
    maxPrice: '3',
    sort: 'nearest',
    place: 'home',
  }
  const first = await saveSearch(member, query as SavedSearch['query'], { how: 'weekly', shown: true })
  market.clock.advance({ seconds: 1 })
  const second = await saveSearch(member, {})
  expect(first).toMatchObject({ query, how: 'weekly', shown: true, pausedAt: null })
  expect(second).toMatchObject({ query: {}, how: 'at-once', shown: false })
  expect(await searches(member)).toEqual([second, first])
  const changed = await member.patch<SavedSearch>(`/api/searches/${first.id}`, { how: 'none' })
  expect(changed.body).toEqual({ ...first, how: 'none' })
  expect((await member.delete(`/api/searches/${second.id}`)).status).toBe(204)
  expect((await member.delete(`/api/searches/${second.id}`)).status).toBe(404)
  expect(await searches(member)).toEqual([{ ...first, how: 'none' }])
})

test("nobody sees, changes or removes somebody else's", async () => {
  const [member, other] = [await market.signIn(), await market.signIn()]
  const saved = await saveSearch(member, { search: 'coat' })
  expect(await searches(other)).toEqual([])
  const path = `/api/searches/${saved.id}`
  const answers = [
    await other.patch<{ code?: string }>(path, { how: 'none' }),
    await other.delete<{ code?: string }>(path),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([404, 'SEARCH_NOT_FOUND']))
  expect(await searches(member)).toEqual([saved])
})

test('what is no search is refused and saves nothing', async () => {
  const member = await market.signIn()
  for (const body of [
    {},
    { query: { search: 'coat' } },
    { query: { search: 'coat' }, how: 'hourly' },
    { query: { within: 5 }, how: 'daily' },
    { query: { near: 'here' }, how: 'daily' },
    { query: { status: 'claimed' }, how: 'daily' },
    { query: { colour: 'red' }, how: 'daily' },
  ]) {
    expect((await member.post('/api/searches', body)).status, JSON.stringify(body)).toBe(400)
  }
  expect(await searches(member)).toEqual([])
})

test('the 51st is refused, also when many come at once', async () => {
  const member = await market.signIn()
  await saveSearch(member, { search: 'coat' })
  await market.ctx.db.raw(
    `insert into saved_search select (jsonb_populate_record(saved_search, jsonb_build_object('id', gen_random_uuid()))).*
     from saved_search, generate_series(1, 47) where member_id = ?`,
    [member.user.id],
  )
  const body = { query: { search: 'one more' }, how: 'none' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => member.post<{ code?: string }>('/api/searches', body)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('SEARCHES_FULL')
  expect(await searches(member)).toHaveLength(50)
})

test('a search that nobody looks at for 60 days rests until somebody does', async () => {
  const email = 'rests@example.com'
  const saved = await saveSearch(await market.signIn({ email }), { search: 'coat' })
  await saveSearch(await market.signIn({ email }), { search: 'boots' })
  const paused = async () => (await searches(await market.signIn({ email }))).map(({ pausedAt }) => pausedAt !== null)
  const read = async (body: object) => (await (await market.signIn({ email })).patch('/api/searches/read', body)).status
  market.clock.advance({ days: 59 })
  expect(await paused()).toEqual([false, false])
  market.clock.advance({ days: 1 })
  const [since] = await searches(await market.signIn({ email }))
  expect(market.clock.now().getTime() - new Date(since?.pausedAt ?? 0).getTime()).toBeLessThan(60_000)
  const stranger = await market.signIn()
  for (const body of [{}, { ids: [saved.id] }]) await stranger.patch('/api/searches/read', body)
  expect(await paused()).toEqual([true, true])
  expect(await read({ ids: [saved.id] })).toBe(204)
  expect(await paused()).toEqual([true, false])
  expect([await read({}), await read({ ids: ['x'] })]).toEqual([204, 400])
  expect(await paused()).toEqual([false, false])
})
