import type { Reader } from '../../../platform/database.ts'
import type { BrowseQuery } from '../contract.ts'
import { type Matches, matchesOf } from './find-matches.ts'
import { orderOf, POSITION, readPosition } from './order.ts'
import { type Filter, publicFilter, RING } from './public-filter.ts'

/** One page, and how many listings match on all pages. */
export interface BrowsePage {
  /** A JSON array of cards, put together by the database: rows are never turned into objects on the way. */
  json: string
  /** Opaque; null where nothing follows. */
  nextCursor: string | null
  total: number
}

interface PageRow {
  cards: string
  last: string | null
  found: number
  total: number
}

/** How many the site's own pages show. Each connection keeps the plans for these; what is rarer is planned each time. */
const USUAL_LIMIT = 24

/** One page of public listings in the order asked for; one statement, so that page and total are of the same moment. */
export async function browseListings(reader: Reader, query: BrowseQuery): Promise<BrowsePage> {
  const filter = publicFilter(query)
  const matches = await matchesOf(reader, filter, query.sort)
  const page = await readPage(reader, query, { filter, matches })
  const { otherwise } = matches
  if (page.nextCursor !== null || !otherwise) return page
  const whole = await readPage(reader, query, { filter, matches: otherwise.matches })
  otherwise.counted(whole.total)
  return whole
}

async function readPage(
  reader: Reader,
  { limit, cursor, status, category, sort }: BrowseQuery,
  { filter, matches }: { filter: Filter; matches: Matches },
): Promise<BrowsePage> {
  const order = orderOf(sort)
  const position = cursor === undefined ? {} : readPosition(cursor)
  const usual = limit === USUAL_LIMIT && Object.keys(filter.bindings).length === 0 && filter.counted
  const name = ['browse', sort, status, category, cursor && 'on'].join(' ')
  const statement = reader.raw<{ rows: [PageRow] }>(
    `${matches.prelude}
     select coalesce(string_agg(${cardOf(filter)}, ',' order by place) filter (where place <= ${limit}), '') as cards,
       max(${POSITION}) filter (where place = ${limit}) as last, count(*)::int as found, (${matches.total}) as total
     from (
       select *, row_number() over (order by ${order.lead ? 'lead, ' : ''}created_at desc, listing_id desc) as place
       from (
         select listing_id, created_at, latitude, longitude, ${order.lead ?? 'null'} as lead
         from ${matches.from(cursor === undefined ? '' : `and ${order.after}`)} order by ${order.by} limit ${limit + 1}
       ) as entry
     ) as page join listing_card using (listing_id)`,
    { ...filter.bindings, ...position },
  )
  const { rows } = await statement.options(usual ? { name } : {})
  const [page] = rows
  return { json: `[${page.cards}]`, nextCursor: page.found > limit ? page.last : null, total: page.total }
}

/** A kept card, and how far from the reader it is where both places are known. */
const cardOf = ({ from }: Filter) =>
  from ? `coalesce(left(card, -1) || ',"distanceKm":' || ${RING} || '}', card)` : 'card'
