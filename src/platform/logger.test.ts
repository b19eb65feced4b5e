import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../testing/market.ts'
import { loadConfig } from './config.ts'
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
