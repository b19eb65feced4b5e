import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import type { TestClient } from '../../testing/market/client.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import { connectDatabase } from '../database.ts'
import { primaryAlone } from '../database/replica.ts'
import { closeServer } from './shutdown.ts'

interface ErrorBody {
  code: string
  error: string
  message: string
  details?: { path: string[]; message: string }[]
}

const market = useMarket()
let member: TestClient
beforeAll(async () => {
  member = await market.signIn()
})

/** Sends exactly these bytes; `fetch` would tidy them up. */
async function send(method: string, path: string, headers: Record<string, string>, body?: Buffer | string) {
  const sent = request(market.url + path, { method, headers: { origin: market.url, ...headers } })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
  return { status: answer.statusCode, type: answer.headers['content-type'], text }
}

const json = { 'content-type': 'application/json' }
const code = '/api/auth/code'

test.each([
  ['an unknown path', 'GET', '/api/nothing', {}, undefined, 404, 'NOT_FOUND'],
  ['the bare prefix', 'GET', '/api', {}, undefined, 404, 'NOT_FOUND'],
  ['an unknown path with a dot', 'GET', '/api/file.json', {}, undefined, 404, 'NOT_FOUND'],
  ['a write to an unknown path', 'POST', '/api/nothing', json, '{}', 404, 'NOT_FOUND'],
  ['a method that is not there', 'DELETE', code, {}, undefined, 405, 'METHOD_NOT_ALLOWED'],
  ['a method nobody knows', 'PROPFIND', code, {}, undefined, 405, 'METHOD_NOT_ALLOWED'],
  ['broken percent-encoding', 'GET', '/api/items/%E0%A4%A', {}, undefined, 404, 'NOT_FOUND'],
  ['an id that is none', 'GET', '/api/items/42', {}, undefined, 404, 'NOT_FOUND'],
  ['an id with NUL', 'GET', '/api/items/%00', {}, undefined, 404, 'NOT_FOUND'],
  ['broken JSON', 'POST', code, json, '{"email":', 400, 'INVALID_JSON'],
  ['a method nobody knows at an unknown path', 'PROPFIND', '/api/nothing', {}, undefined, 404, 'NOT_FOUND'],
  ['JSON that is no object', 'POST', code, json, '"text"', 400, 'VALIDATION_FAILED'],
  ['null', 'POST', code, json, 'null', 400, 'VALIDATION_FAILED'],
  ['a list', 'POST', code, json, '[]', 400, 'VALIDATION_FAILED'],
  ['a prototype', 'POST', code, json, '{"__proto__":{"isAdmin":true}}', 400, 'VALIDATION_FAILED'],
  ['deep nesting', 'POST', code, json, '['.repeat(60_000) + ']'.repeat(60_000), 400, 'VALIDATION_FAILED'],
  ['no body', 'POST', code, {}, undefined, 400, 'VALIDATION_FAILED'],
  ['an empty body', 'POST', code, json, '', 400, 'VALIDATION_FAILED'],
  ['bytes that are no UTF-8', 'POST', code, json, Buffer.from('{"email":"a\xff@b.c"}', 'latin1'), 400, 'INVALID_JSON'],
  [
    'another charset',
    'POST',
    code,
    { 'content-type': 'application/json; charset=utf-16' },
    '{}',
    415,
    'UNSUPPORTED_TYPE',
  ],
  ['NUL in text', 'POST', code, json, '{"email":"a\\u0000@example.com"}', 400, 'VALIDATION_FAILED'],
  ['half a character', 'POST', code, json, '{"email":"a\\ud800@example.com"}', 400, 'VALIDATION_FAILED'],
  ['NUL in a name', 'POST', code, json, '{"\\u0000":1}', 400, 'VALIDATION_FAILED'],
  ['a form', 'POST', code, { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a', 415, 'UNSUPPORTED_TYPE'],
  [
    'JSON as text',
    'POST',
    code,
    { 'content-type': 'text/plain' },
    '{"email":"a@example.com"}',
    415,
    'UNSUPPORTED_TYPE',
  ],
  ['almost JSON', 'POST', code, { 'content-type': 'application/json-patch+json' }, '{}', 415, 'UNSUPPORTED_TYPE'],
  ['no type', 'POST', code, {}, '{"email":"a@example.com"}', 415, 'UNSUPPORTED_TYPE'],
  ['an unknown encoding', 'POST', code, { ...json, 'content-encoding': 'x-own' }, '{}', 415, 'UNSUPPORTED_TYPE'],
  ['gzip that is none', 'POST', code, { ...json, 'content-encoding': 'gzip' }, '{}', 400, 'INVALID_JSON'],
  ['too much', 'POST', code, json, JSON.stringify({ email: 'a'.repeat(300_000) }), 413, 'TOO_LARGE'],
  [
    'too much after unpacking',
    'POST',
    code,
    { ...json, 'content-encoding': 'gzip' },
    gzipSync(JSON.stringify({ email: 'a'.repeat(30_000_000) })),
    413,
    'TOO_LARGE',
  ],
  ['nobody signed in', 'GET', '/api/auth/user', {}, undefined, 401, 'NOT_SIGNED_IN'],
  ['nobody signed in, and a broken body', 'PATCH', '/api/users/me', json, '{', 401, 'NOT_SIGNED_IN'],
])('%s', async (_, method, path, headers, body, status, code) => {
  const answer = await send(method, path, headers, body)
  expect(answer).toMatchObject({ status, type: 'application/json; charset=utf-8' })
  const parsed = JSON.parse(answer.text) as ErrorBody
  expect(parsed).toMatchObject({ code, error: parsed.message })
  expect(answer.text).not.toMatch(/node_modules|\bat .*:\d+/)
})

test('the details name each field, in field order', async () => {
  const body = {
    defaultCity: 'P',
    defaultPickupAddress: '',
    defaultContactName: 'Al',
    defaultContactEmail: 'x',
    extra: 1,
  }
  const answer = await member.patch<ErrorBody>('/api/users/me/defaults', body)
  expect(answer.status).toBe(400)
  expect(answer.body.details).toEqual([
    { path: ['defaultCity'], message: 'City is required' },
    { path: ['defaultPickupAddress'], message: 'Pickup address is required' },
    { path: ['defaultContactEmail'], message: 'Valid email is required' },
    { path: ['extra'], message: 'Unknown field extra' },
  ])
  expect(answer.body.message).toBe('City is required')
})

test('what is no object is told so, and a prototype is a field like any other that nobody knows', async () => {
  const said = async (body: string) => JSON.parse((await send('POST', code, json, body)).text) as ErrorBody
  for (const body of ['null', '"text"', '1', '[]']) {
    expect((await said(body)).message).toBe('The request body must be a JSON object')
  }
  const proto = { path: ['__proto__'], message: 'Unknown field __proto__' }
  expect((await said('{"email":"a@example.com","__proto__":{"isAdmin":true}}')).details).toEqual([proto])
})

test('every letter of a body arrives, whatever its charset is called', async () => {
  const name = { firstName: 'Zoë 🦔', lastName: 'Ōtsuka' }
  for (const charset of ['', '; charset=utf-8', '; charset="UTF8"']) {
    const headers = { 'content-type': `application/json${charset}` }
    const answer = await member.send('PATCH', '/api/users/me', JSON.stringify(name), { headers })
    expect(answer).toMatchObject({ status: 200, body: name })
  }
})

test.each(['a\0b', 'a\ud800b'])('text that cannot be stored, %j, is refused and named', async (firstName) => {
  const answer = await member.patch<ErrorBody>('/api/users/me', { firstName, lastName: 'B' })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: ['firstName'] }] } })
})

test('a repeated query parameter and NUL in the query are refused or ignored, never a failure', async () => {
  for (const query of ['limit=1&limit=2', 'search=%00', 'search=a&search=b', 'cursor=%00', 'limit=1e309']) {
    const { status } = await market.visitor().get(`/api/items?${query}`)
    expect([200, 400], query).toContain(status)
  }
})

describe('without the database', () => {
  let server: Server
  let url: string
  beforeAll(async () => {
    const db = connectDatabase('postgres://nobody@127.0.0.1:1/none')
    const callback = createApp({ ...market.ctx, db, readers: primaryAlone(db) }).callback()
    server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  test('a call is answered with 503, and when to try again', async () => {
    const origin = { ...json, origin: url }
    for (const answer of [
      await fetch(`${url}/api/auth/code`, { method: 'POST', headers: origin, body: '{"email":"a@example.com"}' }),
      await fetch(`${url}/api/auth/user`, { headers: { cookie: cookies() } }),
    ]) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
    }
  })

  test('the process lives, but is not ready, and names what is missing', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable', missing: ['database'] }])
    const ready = await fetch(`${market.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  })

  test('without its photo store the market is ready all the same, and says so', async () => {
    const photos = { ...market.ctx.photos, get: () => Promise.reject(new Error('away')) }
    const callback = createApp({ ...market.ctx, photos }).callback()
    const bare = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
    await once(bare, 'listening')
    const address = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    const answer = async () => {
      const { status, json } = await fetch(`${address}/readyz`).then(async (given) => ({
        status: given.status,
        json: (await given.json()) as unknown,
      }))
      return [status, json]
    }
    await expect.poll(answer).toEqual([200, { status: 'ready', missing: ['photos'] }])
    bare.close()
  })

  test('a server that is told to end is not ready any more, at once', async () => {
    const callback = createApp(market.ctx).callback()
    const ending = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
    await once(ending, 'listening')
    const address = `http://127.0.0.1:${(ending.address() as AddressInfo).port}`
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const closed = closeServer(ending)
    const answer = await fetch(`${address}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'closing' }])
    await closed
  })

  const cookies = () => [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

test('connections that are cut are answered with 503 at worst, and soon calls work again', async () => {
  const seen = new Set<number>()
  for (let round = 0; round < 20; round += 1) {
    const calls = Array.from({ length: 6 }, () => member.get('/api/auth/user'))
    await market.ctx.db
      .raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'market-test'`,
      )
      .catch(() => undefined)
    for (const { status } of await Promise.all(calls)) seen.add(status)
  }
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
  // A cut connection that still lies in the pool may cost one more call.
  await expect.poll(async () => (await member.get('/api/auth/user')).status).toBe(200)
})
