import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../../testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

test.each([
  '/',
  '/nowhere',
  '/api/site',
  '/api/auth/user',
  '/api/nothing',
  '/healthz',
  '/assets/none.js',
  '/api/logout',
])('every kind of answer is guarded: %s', async (path) => {
  const { headers } = await market.visitor().get(path)
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ')
      return [name, sources]
    }),
  )
  expect(policy['default-src']).toEqual(["'self'"])
  // What the built page's template holds is allowed by its hash; see site.test.ts.
  expect(policy['script-src']?.filter((source) => !source.startsWith("'sha256-"))).toEqual([
    "'self'",
    'https://js.stripe.com',
    'https://*.js.stripe.com',
  ])
  expect(policy['frame-src']).toContain('https://hooks.stripe.com')
  expect(policy['connect-src']).toEqual(["'self'", 'https://api.stripe.com'])
  expect(policy['frame-ancestors']).toEqual(["'none'"])
  expect(policy['object-src']).toEqual(["'none'"])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.has('strict-transport-security')).toBe(false)
  expect(headers.has('x-powered-by')).toBe(false)
})

test('answers of the API are not kept by anybody', async () => {
  expect((await market.visitor().get('/api/site')).headers.get('cache-control')).toBe('no-store')
  expect((await market.visitor().get('/api/auth/user')).headers.get('cache-control')).toBe('no-store')
})

test('a request id is taken from a trusted proxy only', async () => {
  const given = { headers: { 'x-request-id': 'from-outside-1' } }
  expect((await market.visitor().get('/api/site', given)).headers.get('x-request-id')).not.toBe('from-outside-1')
  const behind = await testMarket({ env: { TRUST_PROXY: '1' } })
  try {
    expect((await behind.visitor().get('/api/site', given)).headers.get('x-request-id')).toBe('from-outside-1')
    const odd = { headers: { 'x-request-id': 'a b"c' } }
    expect((await behind.visitor().get('/api/site', odd)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  } finally {
    await behind.stop()
  }
})

test('metrics tell durations by route, not by address; in production only to a scraper beside the process', async () => {
  await market.visitor().get('/api/items/9b2b6d0c-4b1e-4ad0-9a57-000000000000')
  const { body } = await market.visitor().get<string>('/metrics')
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="[^"]*",status="\d+"\} 1/)
  expect(body).not.toContain('9b2b6d0c')

  const env = { NODE_ENV: 'production', ALLOW_SANDBOX: 'true', SESSION_KEYS: 'key' }
  const production = await testMarket({ env })
  try {
    const scrape = (headers: Record<string, string>) => production.visitor().get('/metrics', { headers })
    expect((await scrape({})).status).toBe(200)
    expect((await scrape({ 'x-forwarded-for': '203.0.113.5' })).status).toBe(404)
  } finally {
    await production.stop()
  }
})
