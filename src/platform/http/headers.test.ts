import { get } from 'node:http'
import { expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../../testing/market/market.ts'
import { useMarket } from '../../testing/market/use-market.ts'

const market = useMarket()

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
  // The script in the built page's template is allowed by its hash; see site.test.ts.
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
  expect(headers.get('permissions-policy')).toMatch(/microphone=\(\).*camera=\(self\)/)
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

test('metrics tell durations by route, not by address', async () => {
  await market.visitor().get('/api/items/9b2b6d0c-4b1e-4ad0-9a57-000000000000')
  const { body } = await market.visitor().get<string>('/metrics')
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="[^"]*",status="\d+"\} 1/)
  expect(body).not.toContain('9b2b6d0c')
})

test('in production metrics are for whoever has the token, and without one for nobody', async () => {
  const METRICS_TOKEN = 'a token for the scraper'
  const env = { NODE_ENV: 'production', ALLOW_SANDBOX: 'true', SESSION_KEYS: 'k'.repeat(32) }
  const open = await testMarket({ env: { ...env, METRICS_TOKEN } })
  const closed = await testMarket({ env })
  try {
    const scrape = async (at: TestMarket, headers: Record<string, string> = {}) =>
      (await at.visitor().get('/metrics', { headers })).status
    expect(await scrape(open, { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200)
    expect(await scrape(open)).toBe(404)
    expect(await scrape(open, { authorization: 'Bearer other' })).toBe(404)
    expect(await scrape(closed)).toBe(404)
  } finally {
    await open.stop()
    await closed.stop()
  }
})

test('a development site answers nobody who came by a foreign name', async () => {
  const ask = (host: string, path = '/api/site') =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(market.url)
      get({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      }).on('error', reject)
    })
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1', '[::1]:3000']) expect(await ask(host)).toBe(200)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
    expect(await ask(host)).toBe(421)
  expect(await ask('evil.example', '/')).toBe(421)
  expect(await ask('evil.example', '/metrics')).toBe(421)
})

test('an answer with a cookie is kept by nobody; files neither read an invitation nor set a cookie', async () => {
  const page = await market.visitor().get('/?ref=ABCDEF')
  expect(page.headers.getSetCookie().length).toBeGreaterThan(0)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  for (const path of ['/photos/00000000-0000-4000-8000-000000000000.webp', '/sitemap.xml', '/api/items'])
    expect((await market.visitor().get(`${path}?ref=ABCDEF`)).headers.getSetCookie(), path).toEqual([])
  const member = await market.signIn()
  // Half of its life is over, so the next request renews it.
  await market.ctx.db.raw(
    `update sessions set sess = jsonb_set(sess, '{_expire}', to_jsonb((sess ->> '_expire')::bigint - ?))`,
    [29 * 24 * 60 * 60 * 1000],
  )
  const renewed = await member.get('/api/items?limit=1')
  expect(renewed.headers.getSetCookie().length).toBeGreaterThan(0)
  expect(renewed.headers.get('cache-control')).toBe('private, no-store')
})

test('security.txt tells whom to write to, and for how long that holds', async () => {
  const { status, headers, body } = await market.visitor().get<string>('/.well-known/security.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toMatch(/^Contact: mailto:\S+@\S+$/m)
  const expires = /^Expires: (\S+)$/m.exec(body)?.[1] ?? ''
  expect(Date.parse(expires)).toBeGreaterThan(market.clock.now().getTime())
})

/** Values at which some parser somewhere has stumbled. */
const ODD = [
  'identity;q=0',
  '*;q=0',
  'gzip;q=0, br;q=0, identity;q=0',
  'gzip;q=x',
  ';;;,,,',
  'bytes=0-0,1-1,2-2',
  'bytes=9-1',
  '"',
  'W/"x',
  'Thu, 99 Foo 0000 00:00:00 GMT',
  '-1',
  '1e400',
  '%00%ff',
  '\xff\xfe',
  '{"__proto__":1}',
  'a=b; a=c; =; __proto__=1',
  'outgrown.session=; outgrown.session.sig=%',
  'x'.repeat(4000),
]
const READ_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cookie',
  'content-type',
  'forwarded',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-request-id',
]

test('no header of any value breaks an answer or takes its guards away', async () => {
  const faults: string[] = []
  for (const name of READ_HEADERS) {
    for (const value of ODD) {
      const ask = async (path: string) => {
        const { status, headers } = await market.visitor().get(path, { headers: { [name]: value } })
        const guarded = headers.get('x-content-type-options') === 'nosniff' && headers.has('content-security-policy')
        if (status >= 500 || !guarded) faults.push(`${path} ${name}: ${value.slice(0, 40)} -> ${status}`)
      }
      await Promise.all(['/', '/api/admin/category-prices', '/api/site', '/api/nothing'].map(ask))
    }
  }
  expect(faults).toEqual([])
})
