import type { Reader } from '../../platform/database.ts'
import type { BrowseQuery } from './contract.ts'

/** A condition in SQL with named bindings. `text` tells whether it searches text, which no tally can count. */
export interface Filter {
  sql: string
  bindings: Record<string, string | number>
  text: boolean
}

export interface BrowsePage {
  /** A JSON array of cards, made by the database: rows are never turned into objects on the way. */
  json: string
  /** Opaque; null where nothing follows. */
  nextCursor: string | null
}

type Wanted = Pick<BrowseQuery, 'search' | 'city' | 'category' | 'status'>

/** Which public listings are wanted; everything that is given must hold. */
export function publicFilter({ search, city, category, status }: Wanted): Filter {
  const conditions = [status === undefined ? `status <> 'withdrawn'` : 'status = :status']
  const bindings: Filter['bindings'] = status === undefined ? {} : { status }
  if (category !== undefined && category !== 'all') {
    conditions.push('category = :category')
    bindings['category'] = category
  }
  if (search) {
    conditions.push('title ilike :search')
    bindings['search'] = containing(search)
  }
  if (city) {
    conditions.push('city ilike :city')
    bindings['city'] = containing(city)
  }
  return { sql: conditions.join(' and '), bindings, text: Boolean(search || city) }
}

/** `%` and `_` of the reader stand for themselves. */
const containing = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`

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

/** One page of public listings, newest first. */
export async function browseListings(reader: Reader, query: BrowseQuery): Promise<BrowsePage> {
  const filter = publicFilter(query)
  const from = query.cursor === undefined ? null : readCursor(query.cursor)
  const { rows } = await reader.raw<{ rows: { card: string; position: string }[] }>(
    `select ${CARD}::text as card, (extract(epoch from created_at) * 1000000)::int8::text || '.' || id as position
     from listing
     where ${filter.sql} and hidden_at is null
       ${from ? `and (created_at, id) < (timestamptz 'epoch' + :micros::int8 * interval '1 microsecond', :id::uuid)` : ''}
     order by created_at desc, id desc
     limit :limit`,
    { ...filter.bindings, ...from, limit: query.limit + 1 },
  )
  const shown = rows.slice(0, query.limit)
  return {
    json: `[${shown.map((row) => row.card).join(',')}]`,
    nextCursor: rows.length > query.limit ? (shown.at(-1)?.position ?? null) : null,
  }
}

/** The contract has checked its form: microseconds since 1970, a dot, an id. */
function readCursor(cursor: string): { micros: string; id: string } {
  const [micros = '0', id = ''] = cursor.split('.')
  return { micros, id }
}
