import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountApi } from '../../app.ts'
import { testMarket, type TestMarket } from '../../testing/market/market.ts'
import { loadConfig } from '../config.ts'
import { createLogger } from './logger.ts'

const lines: string[] = []
const log = createLogger(loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'trace' }), {
  write: (line) => void lines.push(line),
})
let market: TestMarket
beforeAll(async () => {
  market = await testMarket({ log })
})
afterAll(() => market.stop())

test('requests are logged, without codes, cookies, addresses or query strings', async () => {
  const browser = market.visitor()
  const { body } = await browser.post<{ code: string }>('/api/auth/code', { email: 'nora@example.com' })
  await browser.signIn({ email: 'nora@example.com' })
  await browser.patch('/api/users/me/defaults', {
    defaultCity: 'Portland',
    defaultPickupAddress: '12 Alder Street',
    defaultContactName: 'Nora Neighbour',
    defaultContactEmail: 'private@example.com',
    defaultContactPhone: '555-0100',
  })
  await browser.get('/api/auth/oidc/callback?code=oidc-code&state=oidc-state')
  await browser.get('/?ref=SOMECODE')
  const answer = await browser.get('/api/auth/user')

  const ids = () => lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)
  await expect.poll(ids).toContain(answer.headers.get('x-request-id'))
  const line = lines.find((entry) => entry.includes(answer.headers.get('x-request-id') ?? ''))
  expect(JSON.parse(line ?? '')).toMatchObject({
    msg: 'request',
    method: 'GET',
    path: '/api/auth/user',
    status: 200,
    memberId: browser.user.id,
  })

  const all = lines.join('')
  const secrets = [body.code, 'example.com', 'Alder', '555-0100', 'oidc-code', 'oidc-state', 'SOMECODE', '127.0.0.1']
  for (const secret of [...secrets, ...browser.cookies.values()]) expect(all).not.toContain(secret)
})

test('a refused row or recipient does not reach the log with the error', async () => {
  lines.length = 0
  const { db } = market.ctx
  const row = { email: 'twice@example.com', referral_code: 'TWICE' }
  await db('member').insert(row)
  const refused: unknown = await db('member')
    .insert(row)
    .catch((error: unknown) => error)
  log.error({ err: refused }, 'refused')
  log.error({ err: new Error('550 <private@example.com> unknown', { cause: new Error('to a@b.example') }) }, 'bounced')
  log.warn({ body: { email: 'private@example.com', code: '123456' }, headers: { cookie: 'outgrown.session=x' } }, 'odd')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toContain('member_email_key')
  expect(lines.join('')).not.toMatch(/twice@|private@|a@b|123456|session=x/)
})

test('no secret of an address reaches the log, whichever route holds it, or none', async () => {
  lines.length = 0
  const secrets = ['sEcReT-of_a-calendar-0123456789abcdefghijklm', 'A1b2C3d4E5f6G7h8I9j0K1', 'f00d'.repeat(16)]
  const { endpoints } = mountApi(market.ctx)
  const patterns = [
    ...endpoints.filter(({ path }) => path.includes(':')).map(({ path }) => path),
    '/photos/:file',
    '/x/:y',
  ]
  const member = await market.signIn()
  for (const pattern of patterns)
    for (const secret of secrets)
      for (const end of ['', '.ics', '/more']) await member.get(`${pattern.replace(/:\w+/g, secret)}${end}`)
  await expect.poll(() => lines.length).toBeGreaterThan(patterns.length * secrets.length)
  const all = lines.join('')
  for (const secret of secrets) expect(all).not.toContain(secret)
  // A text that isn't one is still there to be looked for.
  await member.get('/api/items/6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001')
  await expect.poll(() => lines.join('')).toContain('/api/items/6f1c1f0e-3b7a-4a57-9c55-2f2d8f7f0001')
})

test('who leaves in the middle of an answer is no warning', async () => {
  lines.length = 0
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  const member = await market.signIn()
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of ['/api/messages/stream', '/api/openapi.json']) {
    const leaving = new AbortController()
    await fetch(market.url + path, { headers: { cookie }, signal: leaving.signal })
    leaving.abort()
  }
  await expect.poll(() => lines.join('')).toContain('/api/messages/stream')
  process.off('warning', note)
  expect(warnings).toEqual([])
  expect(lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 40)).toEqual([])
})
