import type { Reader } from '../../../platform/database.ts'
import type { BrowseQuery } from '../contract.ts'
import { type Matches, matchesOf } from './find-matches.ts'
import { type Filter, publicFilter } from './public-filter.ts'

/** One page, and how many listings match on all pages. */
export interface BrowsePage {
  /** A JSON array of cards, put together by the database: rows are never turned into objects on the way. */
  json: string
  /** Opaque; null where nothing follows. */
  nextCursor: string | null
  total: number
}

/** Where a listing stands in the order: microseconds since 1970, a dot, its id. */
const POSITION = `(extract(epoch from created_at) * 1000000)::int8::text || '.' || id`

interface PageRow {
  cards: string
  last: string | null
  found: number
  total: number
}

/** How many the site's own pages show. Each connection keeps the plans for these; what is rarer is planned each time. */
const USUAL_LIMIT = 24

/** One page of public listings, newest first; one statement, so that page and total are of the same moment. */
export async function browseListings(reader: Reader, query: BrowseQuery): Promise<BrowsePage> {
  const filter = publicFilter(query)
  const matches = await matchesOf(reader, filter)
  const page = await readPage(reader, query, { filter, matches })
  const { otherwise } = matches
  if (page.nextCursor !== null || !otherwise) return page
  const whole = await readPage(reader, query, { filter, matches: otherwise.matches })
  otherwise.counted(whole.total)
  return whole
}

async function readPage(
  reader: Reader,
  { limit, cursor, status, category }: BrowseQuery,
  { filter, matches }: { filter: Filter; matches: Matches },
): Promise<BrowsePage> {
  const before =
    cursor === undefined
      ? ''
      : `and (created_at, id) < (timestamptz 'epoch' + :micros::int8 * interval '1 microsecond', :id::uuid)`
  const usual = limit === USUAL_LIMIT && Object.keys(filter.bindings).length === 0
  const name = ['browse', status, category, cursor && 'on'].join(' ')
  const statement = reader.raw<{ rows: [PageRow] }>(
    `${matches.prelude}
     select coalesce(string_agg(card, ',' order by place) filter (where place <= ${limit}), '') as cards,
       max(${POSITION}) filter (where place = ${limit}) as last, count(*)::int as found, (${matches.total}) as total
     from (
       select id, created_at, row_number() over (order by created_at desc, id desc) as place
       from (
         select id, created_at from ${matches.from(before)} order by created_at desc, id desc limit ${limit + 1}
       ) as listing
     ) as page join listing_card on listing_id = id`,
    { ...filter.bindings, ...(cursor !== undefined && readCursor(cursor)) },
  )
  const { rows } = await statement.options(usual ? { name } : {})
  const [page] = rows
  return { json: `[${page.cards}]`, nextCursor: page.found > limit ? page.last : null, total: page.total }
}

/** The contract has checked its form: microseconds since 1970, a dot, an id. */
function readCursor(cursor: string): { micros: string; id: string } {
  const [micros = '0', id = ''] = cursor.split('.')
  return { micros, id }
}
