import type { Reader } from '../../../platform/database.ts'
import type { BrowseQuery } from '../contract.ts'
import type { Run } from '../places/public-place.ts'
import { all, expectationOf, firstOnes, type Matches } from './find-matches.ts'
import { distancesFrom, nearby, reachOf } from './near.ts'
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

/** Listings on a page of the site's own. Each connection keeps the plans for these; what is rarer is planned each time. */
const USUAL_LIMIT = 24

/** One page of public listings in the order asked for; one statement, so that page and total are of the same moment. */
export async function browseListings(reader: Reader, query: BrowseQuery): Promise<BrowsePage> {
  const filter = publicFilter(query)
  const expected = await expectationOf(reader, filter, query)
  if (!expected.few) {
    const page = await readFirstOnes(reader, query, { filter, total: expected.total })
    if (page) return page
  }
  const page = await readPage(reader, query, { filter, matches: all(filter) })
  if (!expected.few) expected.counted(page.total)
  return page
}

interface Sought {
  filter: Filter
  total: string
}

/** A page from where the next matches should be; null where they don't fill it. */
async function readFirstOnes(
  reader: Reader,
  query: BrowseQuery,
  { filter, total }: Sought,
): Promise<BrowsePage | null> {
  const { sort, limit, within } = query
  if (sort !== 'nearest') {
    const page = await readPage(reader, query, { filter, matches: firstOnes(filter, sort, total) })
    return page.nextCursor !== null || filter.counted ? page : null
  }
  const fromKm = startOf(query)
  const read = async (km: number, among?: Run) => {
    const page = await readPage(reader, query, { filter, matches: nearby(filter, { fromKm, km, among, limit }, total) })
    return page.nextCursor === null ? null : page
  }
  for (const km of distancesFrom(fromKm, within)) {
    const page = await read(km)
    if (page) return page
  }
  const reach = await reachOf(reader, { filter, ...positionOf(query) }, limit + 1)
  return reach && read(reach.km, reach.among)
}

/** The rest after the page before: '' or `and …`, and what that is bound to. */
function positionOf({ sort, cursor }: Pick<BrowseQuery, 'sort' | 'cursor'>) {
  if (cursor === undefined) return { after: '', position: {} }
  return { after: `and ${orderOf(sort).after}`, position: readPosition(cursor) }
}

/** Kilometres at which the page before ended. */
const startOf = ({ cursor }: BrowseQuery): number => (cursor === undefined ? 1 : Number(readPosition(cursor).sortKey))

async function readPage(
  reader: Reader,
  { limit, cursor, status, category, sort }: BrowseQuery,
  { filter, matches }: { filter: Filter; matches: Matches },
): Promise<BrowsePage> {
  const order = orderOf(sort)
  const { after, position } = positionOf({ sort, cursor })
  const usual = limit === USUAL_LIMIT && Object.keys(filter.bindings).length === 0 && filter.counted
  const name = ['browse', sort, status, category, cursor && 'on'].join(' ')
  const statement = reader.raw<{ rows: [PageRow] }>(
    `${matches.prelude}
     select coalesce(string_agg(${cardOf(filter)}, ',' order by place) filter (where place <= ${limit}), '') as cards,
       max(${POSITION}) filter (where place = ${limit}) as last, count(*)::int as found, (${matches.total}) as total
     from (
       select *, row_number() over (order by ${order.sortKey ? 'sort_key, ' : ''}created_at desc, listing_id desc) as place
       from (
         select listing_id, created_at, latitude, longitude, ${order.sortKey ?? 'null'} as sort_key
         from ${matches.from(after)} order by ${order.by} limit ${limit + 1}
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
  from ? `case when latitude is null then card else left(card, -1) || ',"distanceKm":' || ${RING} || '}' end` : 'card'
