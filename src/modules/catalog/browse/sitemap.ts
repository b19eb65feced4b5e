import type { Context } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/http.ts'
import { countOf } from './find-matches.ts'
import { publicFilter } from './public-filter.ts'

/** A sitemap may have 50,000 addresses; parts are of random sizes, so they get room. */
const PER_PART = 25_000
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PRIVATE = ['/api/', '/account', '/admin', '/batch-upload', '/inbox', '/post', '/profile', '/purchases', '/tokens']

/** What search engines may visit. */
export function serveRobots({ config }: Context, http: Http): void {
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ]
  http.type = 'text/plain'
  http.set('Cache-Control', 'public, max-age=3600')
  http.body = `${lines.join('\n')}\n`
}

/** Every available listing while one file can hold them; else where the parts are: one for each beginning of an id. */
export async function serveSitemap(ctx: Context, http: Http): Promise<void> {
  const available = publicFilter({ status: 'available' })
  const { rows } = await ctx.db.raw<{ rows: [{ total: number }] }>(`select (${countOf(available)}) as total`)
  const digits = Math.max(0, Math.ceil(Math.log(rows[0].total / PER_PART) / Math.log(16)))
  if (digits === 0) {
    send(http, 'urlset', `<url><loc>${ctx.config.publicUrl}/</loc></url>${await addressesOf(ctx, '')}`)
    return
  }
  const parts = Array.from({ length: 16 ** digits }, (_, part) => part.toString(16).padStart(digits, '0'))
  const places = parts.map((part) => `<sitemap><loc>${ctx.config.publicUrl}/sitemaps/${part}.xml</loc></sitemap>`)
  send(http, 'sitemapindex', places.join(''))
}

/** The available listings whose ids begin with the hexadecimal digits in the file's name. */
export async function serveSitemapPart(ctx: Context, http: Http, file: string): Promise<void> {
  const [, prefix] = /^([0-9a-f]{1,4})\.xml$/.exec(file) ?? []
  if (prefix !== undefined) send(http, 'urlset', await addressesOf(ctx, prefix))
}

async function addressesOf({ db, config }: Context, prefix: string): Promise<string> {
  const bound = (digit: string) => `${prefix}${digit.repeat(32 - prefix.length)}`
  const { rows } = await db.raw<{ rows: [{ urls: string | null }] }>(
    `select string_agg('<url><loc>' || :item || id || '</loc><lastmod>' ||
       to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '</lastmod></url>', '') as urls
     from listing
     where status = 'available' and hidden_at is null and id between :first::uuid and :last::uuid`,
    { item: `${config.publicUrl}/item/`, first: bound('0'), last: bound('f') },
  )
  return rows[0].urls ?? ''
}

function send(http: Http, kind: 'urlset' | 'sitemapindex', content: string): void {
  http.type = 'text/xml'
  http.set('Cache-Control', 'public, max-age=3600')
  http.body = `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${SCHEMA}">${content}</${kind}>\n`
}
