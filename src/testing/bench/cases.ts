import { once } from 'node:events'
import { createServer } from 'node:http'
import { createApp } from '../../app.ts'
import type { Context } from '../../platform/context.ts'

export interface Statement {
  sql: string
  bindings: unknown[]
  /** Under a name, each connection keeps its plan. */
  name?: string
}

/** One thing that visitors ask for, with the statements that the route answers it by. */
export interface Case {
  name: string
  path: string
  /** Puts the page together as JSON and counts the matches. */
  page: Statement
  /** The statement that the route asks besides: the planner's estimate. */
  besides: Statement[]
  /** The same page as rows, and the count, for a program that makes the JSON itself. */
  rows: Statement
  count: Statement
  /** Rows of them that are shown; one more tells that there is a next page. */
  limit: number
  body: string
}

const AVAILABLE = 'status=available&limit=24'
/** A place in one of the large towns, where it is densest. */
const TOWN = 'near=42.2,-122.6'
/** Seventy kilometres from the next town. */
const AFAR = 'near=45.6,-119.4'
const ASKED: [name: string, query: string][] = [
  ['first page (kept)', AVAILABLE],
  ['next page', `${AVAILABLE}&cursor`],
  ['next page of 200', 'limit=200&cursor'],
  ['category', `${AVAILABLE}&category=toys&cursor`],
  ['title, common', `${AVAILABLE}&search=wooden`],
  ['title, rare', `${AVAILABLE}&search=astrolabe`],
  ['title, none', `${AVAILABLE}&search=sousaphone`],
  ['city, common', `${AVAILABLE}&city=portland`],
  ['city, rare', `${AVAILABLE}&city=greenhorn`],
  ['title, city, category', `${AVAILABLE}&search=train&city=bend&category=toys`],
  ['size', `${AVAILABLE}&size=newborn`],
  ['price, condition, courier', `${AVAILABLE}&maxPrice=2.5&condition=good&delivery=courier`],
  ['cheapest of a category', `${AVAILABLE}&category=furniture&sort=cheapest`],
  ['near', `${AVAILABLE}&${TOWN}&within=5`],
  ['nearest', `${AVAILABLE}&${TOWN}&sort=nearest`],
  ['nearest, title', `${AVAILABLE}&${TOWN}&sort=nearest&search=wooden`],
  ['near, size, category, title', `${AVAILABLE}&${TOWN}&within=10&category=baby-clothes&size=2T-3T&search=wooden`],
  [
    'near, all there is',
    `${AVAILABLE}&${TOWN}&within=20&size=newborn&search=romper&condition=good&delivery=courier&maxPrice=3`,
  ],
  ['nearest, size, title', `${AVAILABLE}&${TOWN}&sort=nearest&category=baby-clothes&size=2T-3T&search=wooden`],
  ['nearest, from afar', `${AVAILABLE}&${AFAR}&sort=nearest`],
  ['nearest, from afar, title, common', `${AVAILABLE}&${AFAR}&sort=nearest&search=wooden`],
  ['nearest, from afar, title, one in 80', `${AVAILABLE}&${AFAR}&sort=nearest&search=kite`],
]

/** Asks the route once for each case and writes down what it asks the database. */
export async function recordCases(ctx: Context): Promise<Case[]> {
  const callback = createApp(ctx).callback()
  const server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  let asked: Statement[] = []
  ctx.db.on('query', ({ sql, bindings, options }: Statement & { options?: { name?: string } }) =>
    asked.push({ sql, bindings, name: options?.name }),
  )
  try {
    const cases: Case[] = []
    for (const [name, query] of ASKED) {
      const path = await pathOf(origin, query)
      // A statement that is asked once and then remembered is not what a request costs.
      await fetch(origin + path)
      asked = []
      const body = await (await fetch(origin + path)).text()
      const page = asked.findLast(({ sql }) => sql.includes('listing_card'))
      if (!page) throw new Error(`${path} asked for no page`)
      cases.push({
        name,
        path,
        page,
        besides: asked.filter((other) => other !== page),
        ...asRows(page),
        body,
      })
    }
    return cases
  } finally {
    server.close()
  }
}

/** With `cursor` in the query, the page after the first. */
async function pathOf(origin: string, query: string): Promise<string> {
  const path = `/api/items?${query.replace('&cursor', '')}`
  if (!query.endsWith('&cursor')) return path
  const link = (await fetch(origin + path)).headers.get('link')
  return /<(.+)>/.exec(link ?? '')?.[1] ?? path
}

const COLUMNS = `listing.id, title, category, condition, age_size, city, photos, token_price, status, delivery_option,
  seller_id, listing.created_at, photo.url as photo_url, photo.width as photo_width, photo.height as photo_height,
  photo.placeholder as photo_placeholder`

/** The page's rows, with their photos, as a program asks for them that makes the JSON itself; and their count. */
function asRows(page: Statement): Pick<Case, 'rows' | 'count' | 'limit'> {
  const limit = Number(partOf(page, /filter \(where place <= (\d+)\)/))
  const prelude = /^with .*/.exec(page.sql)?.[0] ?? ''
  const ring = /"distanceKm":' \|\| (ring_between\(.*?\)) /.exec(page.sql)?.[1] ?? 'null'
  const rows = `${prelude} select ${COLUMNS}, page.km
    from (select *, ${ring} as km ${partOf(page, /(from \(\s+select \*, row_number[^]*\) as page) /)}) as page
    join listing on listing.id = page.listing_id left join photo on photo.url = photos[1] order by place`
  const total = partOf(page, /as found, \((.*)\) as total/)
  return { limit, rows: reduced(page, 'rows', rows), count: reduced(page, 'count', `${prelude} ${total}`) }
}

function partOf({ sql }: Statement, pattern: RegExp): string {
  const part = pattern.exec(sql)?.[1]
  if (part === undefined) throw new Error(`no ${String(pattern)} in ${sql}`)
  return part
}

/** `sql`, made of parts of the statement, with those of its bindings that it uses; as long-lived as the statement. */
function reduced({ bindings, name }: Statement, kind: string, sql: string): Statement {
  const used: unknown[] = []
  const text = sql.replace(/\$(\d+)/g, (_, place: string) => `$${used.push(bindings[Number(place) - 1])}`)
  return { sql: text, bindings: used, ...(name !== undefined && { name: `${kind} ${name}` }) }
}
