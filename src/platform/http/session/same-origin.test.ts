import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'

const market = useMarket({ env: { PUBLIC_URL: 'http://market.test' } })
let member: TestClient
beforeAll(async () => {
  const origin = { headers: { origin: 'http://market.test' } }
  member = market.visitor()
  const { body } = await member.post<{ code: string }>('/api/auth/code', { email: 'm@example.com' }, origin)
  await member.post('/api/auth/session', { email: 'm@example.com', code: body.code }, origin)
})

/** Not `fetch`: it would leave out or refuse some of these headers. */
async function send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const sent = request(market.url + path, { method, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const OWN = 'http://market.test'
const json = { 'content-type': 'application/json' }

test.each([
  ['the public address', { origin: OWN }, 200],
  ['the address the request came in on', { origin: 'came-in' }, 200],
  ['another site', { origin: 'https://evil.example' }, 403],
  ['another port', { origin: 'http://market.test:81' }, 403],
  ['another scheme', { origin: 'https://market.test' }, 403],
  ['a look-alike', { origin: 'http://market.test.evil.example' }, 403],
  ['null', { origin: 'null' }, 403],
  ['no Origin', {}, 403],
])('a write of a member from %s', async (_, given: { origin?: string }, status) => {
  const origin = given.origin === 'came-in' ? market.url : given.origin
  const headers = { ...json, cookie: cookies(), ...(origin === undefined ? {} : { origin }) }
  expect(await send('PATCH', '/api/users/me/children-ages', headers, '{"childrenAges":["2T-3T"]}')).toBe(status)
})

test.each([
  ['another site', { origin: 'https://evil.example' }, 403],
  ['null', { origin: 'null' }, 403],
  ['a program, without Origin', {}, 202],
])('a write of a visitor from %s', async (_, origin, status) => {
  expect(await send('POST', '/api/auth/code', { ...json, ...origin }, '{"email":"v@example.com"}')).toBe(status)
})

test('even a worthless session cookie makes a write without Origin suspect', async () => {
  const headers = { ...json, cookie: 'outgrown.session=nonsense' }
  expect(await send('POST', '/api/auth/code', headers, '{"email":"v@example.com"}')).toBe(403)
})

test.each(['GET', 'HEAD'])('%s without Origin is a read', async (method) => {
  expect(await send(method, '/api/auth/user', { cookie: cookies() })).toBe(200)
})

test('a form of another site cannot speak JSON', async () => {
  const headers = { origin: OWN, cookie: cookies(), 'content-type': 'text/plain' }
  expect(await send('PATCH', '/api/users/me/children-ages', headers, '{"childrenAges":[]}')).toBe(415)
})

const cookies = () => [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
