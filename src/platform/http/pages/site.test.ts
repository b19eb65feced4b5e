import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../../app.ts'
import { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { connectDatabase } from '../../database.ts'
import { primaryAlone } from '../../database/replica.ts'

const SCRIPT = `export const words = '${'outgrown '.repeat(300)}'`
const THEME = 'document.documentElement.classList.add("dark")'
const STYLES = '<style data-file="/assets/site-a1b2.css">p {\n}</style>'
const TEMPLATE = `<html><head><script>${THEME}</script>${STYLES}<!--head--></head><body><div id="root"><!--html--></div><!--data--></body></html>`
/** Stands for the built entry: paints what it was given, and cannot paint one page. */
const ENTRY = `
export const keptAddress = () => null
export const dataPaths = (url) => url.startsWith('/many')
  ? ['/api/auth/user', '/api/site', '/api/items/9b2b6d0c-4b1e-4ad0-9a57-000000000000', '/api/nothing', '/api/site?x=%00']
  : url === '/?parts' ? ['/api/auth/user', '/api/impact/stats', '/api/admin/category-prices', '/api/admin/settings']
  : url === '/?first' ? ['/api/items']
  : ['/api/auth/user']
export async function render(url, { data, origin }) {
  if (url === '/inbox') throw new Error('cannot paint')
  const status = url === '/nowhere' ? 404 : 200
  return { status, head: '<title>$& ' + origin + '</title>', html: '<p>painted</p>', data: JSON.stringify(data) }
}`

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let dist: string
const servers: Server[] = []
let site: TestClient

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'dist-'))
  await mkdir(join(dist, 'client/assets'), { recursive: true })
  await mkdir(join(dist, 'server'))
  const script = join(dist, 'client/assets/index-abc123.js')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  await writeFile(join(dist, 'client/theme.js'), 'theme()')
  await writeFile(join(dist, 'client/index.html'), TEMPLATE)
  await writeFile(join(dist, 'secret.txt'), 'secret')
  site = await serve()
  await writeFile(join(dist, 'server/entry-server.js'), ENTRY)
  await writeFile(join(dist, 'server/package.json'), '{"type":"module"}')
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(dist, { recursive: true })
})

async function serve(db = market.ctx.db): Promise<TestClient> {
  const callback = createApp({ ...market.ctx, db, readers: primaryAlone(db) }, dist).callback()
  const server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

test('one address has its pages painted as often as a person reads, and then waits', async () => {
  const eager = await serve()
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 200 }, () => eager.get('/nowhere')))
  const refused = answers.filter(({ status }) => status === 429)
  const painted = answers.length - refused.length
  // A busy machine may need longer for them than the ten seconds in which 120 are painted.
  const spells = 1 + Math.floor((performance.now() - began) / 10_000)
  expect(painted).toBeGreaterThanOrEqual(120)
  expect(painted).toBeLessThanOrEqual(120 * spells)
  if (spells === 1) expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('files', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('a hashed file for Accept-Encoding %s goes out as %s and may be kept for ever', async (accepted, encoding) => {
    const answer = await site.get<string>('/assets/index-abc123.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.status).toBe(200)
    expect(answer.body).toBe(SCRIPT)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(answer.headers.get('content-type')).toMatch(/javascript/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('a part of a page carries no headers of documents, and as a document it may do nothing', async () => {
    const { headers } = await site.get('/assets/index-abc123.js')
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.has('permissions-policy')).toBe(false)
    // A worker, and what it makes pages of, keep theirs.
    expect((await site.get('/theme.js')).headers.get('content-security-policy')).toMatch(/script-src/)
  })

  test('a file without a hash is asked for again, and not sent again', async () => {
    const answer = await site.get('/theme.js')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    const since = { 'if-modified-since': answer.headers.get('last-modified') ?? '', 'cache-control': 'max-age=0' }
    expect((await site.get('/theme.js', { headers: since })).status).toBe(304)
  })

  test.each([
    '/assets/none.js',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%00.js',
    '/%ff.js',
  ])('there is nothing at %s', async (path) => {
    const answer = await site.get<string>(path)
    expect(answer.status).toBe(404)
    expect(answer.body).not.toMatch(/secret|ENOENT/)
  })

  test('the template and the compressed twins are no pages', async () => {
    for (const path of ['/index.html', '/assets/index-abc123.js.br']) {
      expect((await site.get(path)).status, path).toBe(404)
    }
  })
})

test('there is an icon where browsers look for one unasked', async () => {
  const icon = await readFile(fileURLToPath(new URL('../../../../web/public/favicon.ico', import.meta.url)))
  expect(icon.readUInt32LE()).toBe(0x10000)
  // The one picture in it, by the directory: its place and its size fill the file.
  expect(icon.readUInt32LE(14) + icon.readUInt32LE(18)).toBe(icon.length)
})

describe('pages', () => {
  const KNOWN = [
    '/',
    '/post',
    '/batch-upload',
    '/item/42',
    '/item/42/edit',
    '/profile',
    '/account',
    '/inbox',
    '/tokens',
    '/purchases',
  ]

  test.each([...KNOWN, '/admin', '/api/login', '/api/login?returnTo=%2Fpost'])('%s is there', async (path) => {
    const answer = await site.get<string>(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('no-cache')
    expect(answer.body).toContain('<div id="root">')
    expect(answer.body).not.toContain('<!--')
  })

  test.each(['/favicon.ico', '/apple-touch-icon.png', '/app.js.map', '/x/style.CSS', '/manifest.webmanifest'])(
    '%s, which no person reads, is absent in two words',
    async (path) => {
      const answer = await site.get<string>(path)
      expect(answer).toMatchObject({ status: 404, body: 'Not Found' })
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
  )

  test.each([
    '/nowhere',
    '/item',
    '/items/42',
    '/item/42/more',
    '/some/file.txt',
    '/%ff',
    '/item/%ff',
    '//',
    '//a.example/b',
  ])('%s is the site’s own 404', async (path) => {
    const answer = await site.get<string>(path)
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('<div id="root">')
  })

  test('the one script in the template itself is allowed by its hash, and no other', async () => {
    const policy = (await site.get('/')).headers.get('content-security-policy') ?? ''
    const [, scripts] = /script-src ([^;]*)/.exec(policy) ?? []
    const hash = createHash('sha256').update(THEME).digest('base64')
    expect(scripts).toBe(`'self' 'sha256-${hash}' https://js.stripe.com https://*.js.stripe.com`)
  })

  test('only reading a page is possible', async () => {
    expect((await site.post('/', {})).status).toBe(404)
    const head = await site.send('HEAD', '/', undefined)
    expect(head).toMatchObject({ status: 200, body: '' })
  })
})

describe('painted pages', () => {
  let painted: TestClient
  beforeAll(async () => {
    painted = await serve()
  })

  test('are filled with head, markup and data', async () => {
    const { body, status } = await painted.get<string>('/')
    expect(status).toBe(200)
    expect(body).toBe(
      `<html><head><script>${THEME}</script>${STYLES}<title>$& ${market.ctx.config.publicUrl}</title></head><body><div id="root"><p>painted</p></div>` +
        '{"/api/auth/user":null}</body></html>',
    )
  })

  test('know who is signed in, what is absent, and leave to the browser what failed', async () => {
    const member = await market.signIn()
    for (const [name, value] of member.cookies) painted.cookies.set(name, value)
    const { body } = await painted.get<string>('/many')
    const data = JSON.parse(/<\/div>(.*)<\/body>/.exec(body)?.[1] ?? '') as Record<string, unknown>
    expect(data['/api/auth/user']).toEqual(member.user)
    expect(data['/api/site']).toMatchObject({ demo: false, onScreenCodes: true })
    expect(data['/api/nothing']).toBeNull()
    expect(data['/api/items/9b2b6d0c-4b1e-4ad0-9a57-000000000000']).toBeNull()
  })

  test('hold their styles for a visitor, and link them for a member, whose browser has the file', async () => {
    const link = '<link rel="stylesheet" href="/assets/site-a1b2.css">'
    expect((await site.get<string>('/')).body).toContain(STYLES)
    const members = (await painted.get<string>('/')).body
    expect(members).toContain(`</script>${link}<title>`)
    expect(members).not.toContain('<style')
  })

  test('say that the market is away, without ever calling an unknown page known', async () => {
    const away = await serve(connectDatabase('postgres://nobody@127.0.0.1:1/none'))
    const page = await away.get<string>('/many')
    expect(page.status).toBe(503)
    expect(page.headers.get('retry-after')).toBe('5')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<p>painted</p>')
    expect((await away.get('/nowhere')).status).toBe(404)
    const known = await painted.get('/many')
    expect([known.status, known.headers.get('retry-after')]).toEqual([200, null])
  })

  test('are served where only a part of them fails, without that part, and the browser asks again', async () => {
    const { db } = market.ctx
    const dataOf = async () => {
      const { status, body } = await painted.get<string>('/?parts')
      return { status, known: Object.keys(JSON.parse(/<\/div>(.*)<\/body>/.exec(body)?.[1] ?? '{}') as object) }
    }
    const parts = ['/api/impact/stats', '/api/admin/category-prices', '/api/admin/settings']
    expect(await dataOf()).toEqual({ status: 200, known: ['/api/auth/user', ...parts] })
    let now = performance.now()
    const time = vi.spyOn(performance, 'now')
    for (const table of ['listing_count', 'category_price', 'admin_settings']) {
      await db.raw(`alter table ${table} rename to gone`)
      // An answer of a moment ago does for other pages, too.
      time.mockReturnValue((now += 1000))
      try {
        const { status, known } = await dataOf()
        expect([table, status, known.length]).toEqual([table, 200, parts.length])
      } finally {
        await db.raw(`alter table gone rename to ${table}`)
      }
    }
    time.mockRestore()
    await db.raw('alter table listing_card rename to gone')
    try {
      expect((await painted.get('/?first')).status).toBe(503)
    } finally {
      await db.raw('alter table gone rename to listing_card')
    }
  })

  test('have the status that painting found', async () => {
    expect((await painted.get('/nowhere')).status).toBe(404)
  })

  test('that cannot be painted are left to the browser', async () => {
    const { status, body } = await painted.get<string>('/inbox')
    expect(status).toBe(200)
    expect(body).toContain('<div id="root"></div>')
  })
})

test('answers of the API over 1 KB are compressed', async () => {
  const big = await site.get('/api/site', { headers: { 'accept-encoding': 'br' } })
  expect(big.headers.get('content-encoding')).toBeNull()
  const page = await site.get('/metrics', { headers: { 'accept-encoding': 'gzip' } })
  expect(page.headers.get('content-encoding')).toBe('gzip')
})
