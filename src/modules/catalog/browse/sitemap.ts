import { LRUCache } from 'lru-cache'
import type { Context } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/http.ts'
import { readFor } from '../../../platform/http/pages/read-for.ts'
import { countOf } from './find-matches.ts'
import { publicFilter } from './public-filter.ts'

/** A sitemap may have 50,000 addresses; a tenth of it is half a megabyte, read in some milliseconds. */
const PER_PART = 5000
/** Crawlers come by the hour. */
const KEPT_MS = 10 * 60_000
const MAX_BYTES = 32 * 2 ** 20
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Pages of one member alone. */
const PRIVATE = [
  '/api/',
  '/account',
  '/admin',
  '/batch-upload',
  '/decisions',
  '/door/',
  '/favourites',
  '/inbox',
  '/notifications',
  '/pickup',
  '/post',
  '/profile',
  '/purchases',
  '/searches',
  '/tokens',
]

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

/**
 * Every available listing: in one file while that can hold them, else it tells where the parts are, one for each beginning
 * of an id. Each file is made once for all who ask within some minutes.
 */
export function createSitemaps(ctx: Context) {
  const kept = new LRUCache<string, string, Context>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: KEPT_MS,
    fetchMethod: (prefix, _, { context }) => (prefix === '' ? wholeOf(context) : partOf(context, prefix)),
  })
  return {
    /** @param file the name of a part: hexadecimal digits with which its ids begin; empty for the whole */
    async serve(http: Http, file: string): Promise<void> {
      if (file !== '' && !/^[0-9a-f]{1,4}\.xml$/.test(file)) return
      const prefix = file.replace('.xml', '')
      const text = await readFor(ctx, http, (db) => kept.forceFetch(prefix, { context: { ...ctx, db } }))
      http.type = 'text/xml'
      http.set('Cache-Control', 'public, max-age=3600')
      http.body = text
    },
  }
}

async function wholeOf(ctx: Context): Promise<string> {
  const site = ctx.config.publicUrl
  const available = publicFilter({ status: 'available' })
  const { rows } = await ctx.db.raw<{ rows: [{ total: number }] }>(`select (${countOf(available)}) as total`)
  const digits = Math.max(0, Math.ceil(Math.log(rows[0].total / PER_PART) / Math.log(16)))
  if (digits === 0) return fileOf('urlset', `<url><loc>${site}/</loc></url>${await addressesOf(ctx, '')}`)
  const parts = Array.from({ length: 16 ** digits }, (_, part) => part.toString(16).padStart(digits, '0'))
  return fileOf(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${site}/sitemaps/${part}.xml</loc></sitemap>`).join(''),
  )
}

const partOf = async (ctx: Context, prefix: string) => fileOf('urlset', await addressesOf(ctx, prefix))

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

const fileOf = (kind: 'urlset' | 'sitemapindex', content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="${SCHEMA}">${content}</${kind}>\n`
