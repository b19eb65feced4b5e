import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestClient } from '../../../testing/market/client.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import { testMarket } from '../../../testing/market/market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { SESSION_COOKIE } from './session.ts'

const market = useMarket()

const sessionRows = () => market.ctx.db('sessions')
const rowOf = (cookie: string | undefined) =>
  createHash('sha256')
    .update(cookie ?? '')
    .digest('hex')
const isSignedIn = async (browser: TestClient) => (await browser.get('/api/auth/user')).status === 200

function copyOf(browser: TestClient): TestClient {
  const copy = new TestClient(browser.url)
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}

test('a visitor gets neither cookie nor row', async () => {
  const before = (await sessionRows()).length
  const browser = market.visitor()
  for (const path of ['/', '/api/auth/user', '/api/site', '/api/logout', '/nowhere']) {
    expect((await browser.get(path)).headers.getSetCookie(), path).toEqual([])
  }
  expect(await sessionRows()).toHaveLength(before)
})

test('an answer says whose it is, after what it did, and nothing does that others may keep', async () => {
  const whose = async (answer: Promise<{ headers: Headers }>) => (await answer).headers.get('x-member')
  const browser = await market.signIn()
  const other = await market.signIn()
  const { id } = browser.user
  for (const path of ['/api/auth/user', '/api/site', '/api/nothing', '/api/admin/overview']) {
    expect(await whose(browser.get(path)), path).toBe(id)
    expect(await whose(market.visitor().get(path)), path).toBe('')
  }
  expect(await whose(browser.get('/healthz'))).toBeNull()
  expect(await whose(browser.get('/photos/none.webp'))).toBeNull()
  const elsewhere = copyOf(browser)
  expect(await whose(browser.get('/api/logout'))).toBe('')
  expect(await whose(elsewhere.get('/api/auth/user'))).toBe('')
  expect(await whose(other.delete('/api/users/me'))).toBe('')
  expect(await whose(other.get('/api/auth/user'))).toBe('')
})

test('a call reads session and member in one statement, and writes nothing', async () => {
  const browser = await market.signIn()
  // The first write of a minute counts for the next ones, too.
  await browser.post('/api/nothing')
  expect(await statementsOf(market, () => browser.post('/api/nothing'))).toMatchObject([
    { sql: expect.stringMatching(/from sessions/) as string },
  ])
  expect(await statementsOf(market, () => browser.get('/api/users/me/sessions'))).toMatchObject([
    { sql: expect.stringMatching(/from member .* from sessions/s) as string },
    { sql: expect.stringMatching(/from "sessions" where sess/) as string },
  ])
})

test('the cookie is signed, not for scripts, and its id has at least 128 bits of which only a hash is kept', async () => {
  const browser = market.visitor()
  const { body } = await browser.post<{ code: string }>('/api/auth/code', { email: 'cookie@example.com' })
  const session = { email: 'cookie@example.com', code: body.code }
  const { headers } = await browser.post('/api/auth/session', session)
  const lines = headers.getSetCookie().filter((line) => line.startsWith(SESSION_COOKIE))
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/; path=\/; expires=.*; samesite=lax; httponly$/i)
  const id = browser.cookies.get(SESSION_COOKIE) ?? ''
  // Two random UUIDs: 244 bits.
  expect(id).toMatch(/^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}){2}$/)
  expect(await sessionRows().where('sid', rowOf(id))).toHaveLength(1)
  expect(JSON.stringify(await sessionRows())).not.toContain(id)

  browser.cookies.set(`${SESSION_COOKIE}.sig`, 'A'.repeat(27))
  expect(await isSignedIn(browser)).toBe(false)
})

test('signing in changes the id, and the old one is worth nothing', async () => {
  const browser = await market.signIn({ email: 'first@example.com' })
  const before = copyOf(browser)
  await browser.signIn({ email: 'second@example.com' })
  expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before.cookies.get(SESSION_COOKIE))
  expect(await isSignedIn(browser)).toBe(true)
  expect(await isSignedIn(before)).toBe(false)
  expect(await sessionRows().where('sid', rowOf(before.cookies.get(SESSION_COOKIE)))).toHaveLength(0)
})

test('an id planted before sign-in does not become the member’s', async () => {
  const attacker = await market.signIn()
  await attacker.get('/api/logout')
  const victim = await market.signIn({ email: 'victim@example.com' })
  const planted = copyOf(victim)
  await victim.signIn({ email: 'victim@example.com' })
  expect(await isSignedIn(planted)).toBe(false)
})

describe('logging out', () => {
  test('ends the session on the server: the kept cookie is worth nothing', async () => {
    const browser = await market.signIn()
    const kept = copyOf(browser)
    const answer = await browser.get('/api/logout')
    expect(answer).toMatchObject({ status: 302 })
    expect(answer.headers.get('location')).toBe('/')
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false)
    expect(await isSignedIn(kept)).toBe(false)
    expect(await sessionRows().where('sid', rowOf(kept.cookies.get(SESSION_COOKIE)))).toHaveLength(0)
  })

  test.each([
    ['a link of another site', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that fetches ahead', 'GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['HEAD', 'HEAD', {}],
  ])('is not done by %s', async (_, method, headers) => {
    const browser = await market.signIn()
    await browser.send(method, '/api/logout', undefined, { headers: { ...headers } })
    expect(await isSignedIn(browser)).toBe(true)
  })
})

test('a session ends after thirty days, and its row is removed by the job', async () => {
  const browser = await market.signIn()
  const id = rowOf(browser.cookies.get(SESSION_COOKIE))
  market.clock.advance({ days: 29 })
  expect(await isSignedIn(browser)).toBe(true)
  market.clock.advance({ days: 2 })
  expect(await isSignedIn(browser)).toBe(false)
  const fresh = await market.signIn()
  await market.ctx.db.transaction(async (trx) => market.ctx.queue.send(trx, 'identity.remove-expired-sessions', {}))
  await market.runJobs({ only: ['identity.remove-expired-sessions'] })
  expect(await sessionRows().where('sid', id)).toHaveLength(0)
  expect(await isSignedIn(fresh)).toBe(true)
})

test('a session that ended while a request renewed it stays ended', async () => {
  const browser = await market.signIn()
  const id = rowOf(browser.cookies.get(SESSION_COOKIE))
  // Half of its life is over, so the next request renews it.
  await market.ctx.db.raw(
    `update sessions set sess = jsonb_set(sess, '{_expire}', to_jsonb((sess ->> '_expire')::bigint - ?)) where sid = ?`,
    [29 * 24 * 60 * 60 * 1000, id],
  )
  const blocker = await market.ctx.db.transaction()
  await blocker.raw('lock table account in access exclusive mode')
  const slow = browser.get('/api/auth/user')
  await waitFor(async () => {
    const { rows } = await market.ctx.db.raw<{ rows: unknown[] }>(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%member_balance%'`,
    )
    return rows.length > 0
  })
  await sessionRows().where('sid', id).delete()
  await blocker.commit()
  expect((await slow).status).toBe(200)
  expect(await sessionRows().where('sid', id)).toHaveLength(0)
})

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

test('without SESSION_KEYS a key is made into DATA_DIR, for the owner alone', () => {
  const file = join(market.ctx.config.DATA_DIR, 'session-keys')
  expect(existsSync(file)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

describe('in production behind TLS', () => {
  test('cookies are secure, keys can be rotated, and only PUBLIC_URL may write', async () => {
    const env = { NODE_ENV: 'production', ALLOW_SANDBOX: 'true', PUBLIC_URL: 'https://market.example' }
    const secure = await testMarket({ env: { ...env, SESSION_KEYS: `${'new'.repeat(12)},${'old'.repeat(12)}` } })
    try {
      const origin = { headers: { origin: 'https://market.example' } }
      const browser = secure.visitor()
      expect((await browser.post('/api/auth/code', { email: 'p@example.com' })).status).toBe(403)
      const { body } = await browser.post<{ code: string }>('/api/auth/code', { email: 'p@example.com' }, origin)
      const session = { email: 'p@example.com', code: body.code }
      const { headers } = await browser.post('/api/auth/session', session, origin)
      expect(headers.getSetCookie().length).toBeGreaterThan(0)
      for (const line of headers.getSetCookie()) {
        expect(line).toMatch(/^__Host-/)
        expect(line).toMatch(/; path=\/;.*; secure/i)
      }
      expect((await browser.get('/api/auth/user')).status).toBe(200)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    } finally {
      await secure.stop()
    }
  })
})
