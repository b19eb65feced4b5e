import type { Reader } from '../../platform/database.ts'
import type { BrowseQuery } from './contract.ts'
import { countOf } from './count-listings.ts'
import { publicFilter } from './public-filter.ts'

/** One page, and how many listings match on all pages. */
export interface BrowsePage {
  /** A JSON array of cards, made by the database: rows are never turned into objects on the way. */
  json: string
  /** Opaque; null where nothing follows. */
  nextCursor: string | null
  total: number
}

const COVER = `(
  select json_build_array(json_build_object('url', url, 'width', width, 'height', height, 'placeholder', placeholder))
  from photo where url = listing.photos[1]
)`

// Formats as the contract wants: amounts with two decimals, times in UTC.
const CARD = `json_build_object(
  'id', id, 'title', title, 'category', category, 'condition', condition, 'ageSize', age_size, 'city', city,
  'photos', photos, 'photoInfo', coalesce(${COVER}, '[]'), 'tokenPrice', to_char(token_price / 100.0, 'FM999999999990.00'), 'status', status,
  'deliveryOption', delivery_option, 'userId', user_id,
  'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
)`

interface PageRow {
  cards: string
  last: string | null
  found: number
  total: number
}

/** One page of public listings, newest first; one statement, so that page and total are of the same moment. */
export async function browseListings(reader: Reader, query: BrowseQuery): Promise<BrowsePage> {
  const filter = publicFilter(query)
  const from = query.cursor === undefined ? null : readCursor(query.cursor)
  const count = await countOf(reader, filter)
  const { rows } = await reader.raw<{ rows: [PageRow] }>(
    `select coalesce(string_agg(card, ',' order by place) filter (where place <= :shown), '') as cards,
       max(position) filter (where place = :shown) as last, count(*)::int as found,
       (${count}) as total
     from (
       select ${CARD}::text as card, row_number() over (order by created_at desc, id desc) as place,
         (extract(epoch from created_at) * 1000000)::int8::text || '.' || id as position
       from (
         select * from listing
         where ${filter.sql} and hidden_at is null
           ${from ? `and (created_at, id) < (timestamptz 'epoch' + :micros::int8 * interval '1 microsecond', :id::uuid)` : ''}
         order by created_at desc, id desc
         limit :limit
       ) as listing
     ) as page`,
    { ...filter.bindings, ...from, shown: query.limit, limit: query.limit + 1 },
  )
  const [{ cards, last, found, total }] = rows
  return {
    json: `[${cards}]`,
    nextCursor: found > query.limit ? last : null,
    total,
  }
}

/** The contract has checked its form: microseconds since 1970, a dot, an id. */
function readCursor(cursor: string): { micros: string; id: string } {
  const [micros = '0', id = ''] = cursor.split('.')
  return { micros, id }
}
