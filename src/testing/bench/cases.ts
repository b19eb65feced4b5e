import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Context } from '../../platform/context.ts'
import { createApp } from '../../app.ts'

export interface Statement {
  sql: string
  bindings: unknown[]
}

/** One thing that visitors ask for, with the statements that the route answers it by. */
export interface Case {
  name: string
  path: string
  /** Makes the page as JSON and counts the matches. */
  page: Statement
  /** What the route asks besides: the planner's estimate. */
  besides: Statement[]
  /** The same page as rows, and the count, for a program that makes the JSON itself. */
  rows: Statement
  count: Statement
  /** What the route answers. */
  body: string
}

const AVAILABLE = 'status=available&limit=24'
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
]

/** Asks the route once for each case and writes down what it asks the database. */
export async function recordCases(ctx: Context): Promise<Case[]> {
  const callback = createApp(ctx).callback()
  const server = createServer((request, response) => void callback(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  let asked: Statement[] = []
  ctx.db.on('query', ({ sql, bindings }: Statement) => asked.push({ sql, bindings }))
  try {
    const cases: Case[] = []
    for (const [name, query] of ASKED) {
      const path = await pathOf(origin, query)
      asked = []
      const body = await (await fetch(origin + path)).text()
      const page = asked.find(({ sql }) => sql.includes('json_build_object'))
      if (!page) throw new Error(`${path} asked for no page`)
      cases.push({ name, path, page, besides: asked.filter((other) => other !== page), ...asRows(page), body })
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

/** The page's rows, with their photos, as a program asks for them that makes the JSON itself; and their count. */
function asRows(page: Statement): { rows: Statement; count: Statement } {
  const listings = part(page, /\(\s*select \* from listing[\s\S]*limit \$\d+\s*\)/)
  const count = part(page, /\(select (?:count|coalesce\(sum|\d)[\s\S]*?(?=\) as total)/)
  const columns = `id, title, category, condition, age_size, city, photos, token_price, status, delivery_option, user_id,
    created_at, photo_url, photo_width, photo_height, photo_placeholder`
  const cover = `left join lateral (select url as photo_url, width as photo_width, height as photo_height,
    placeholder as photo_placeholder from photo where url = listing.photos[1]) cover on true`
  return {
    rows: { ...listings, sql: `select ${columns} from ${listings.sql} listing ${cover}` },
    count: { ...count, sql: count.sql.slice(1) },
  }
}

/** A part of a statement, with the bindings that it uses. */
function part({ sql, bindings }: Statement, pattern: RegExp): Statement {
  const used: unknown[] = []
  const [found] = pattern.exec(sql) ?? []
  if (found === undefined) throw new Error(`no ${String(pattern)} in ${sql}`)
  return {
    sql: found.replace(/\$(\d+)/g, (_, place: string) => `$${used.push(bindings[Number(place) - 1])}`),
    bindings: used,
  }
}
