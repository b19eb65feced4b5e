import type { Sort } from '../contract.ts'
import { RING } from './public-filter.ts'

/** The order of a page's listings, in SQL over `search_entry`. */
export interface Order {
  /**
   * The value that listings are sorted by before the age, as SQL: kilometres or hundredths of a token; null where the
   * age alone counts.
   */
  sortKey: string | null
  by: string
  /** The condition for entries behind a cursor's place; with its bindings. */
  after: string
}

/** Where a place is not known, it is farther away than any other. */
const FARTHEST = 99_999
const SORT_KEYS = { newest: null, nearest: `coalesce(${RING}, ${FARTHEST})`, cheapest: 'token_price' }
const AGE = `(created_at, listing_id) < (timestamptz 'epoch' + :micros::int8 * interval '1 microsecond', :id::uuid)`

export function orderOf(sort: Sort): Order {
  const sortKey = SORT_KEYS[sort]
  if (sortKey === null) return { sortKey, by: 'created_at desc, listing_id desc', after: AGE }
  return {
    sortKey,
    by: `${sortKey}, created_at desc, listing_id desc`,
    after: `${sortKey} >= :sortKey::int8 and (${sortKey} > :sortKey::int8 or ${AGE})`,
  }
}

/** A cursor: the sort key, where there is one, microseconds since 1970 and an id, with dots between them. */
export const POSITION = `concat_ws('.', sort_key, (extract(epoch from created_at) * 1000000)::int8, listing_id)`

/** The contract has checked its form. */
export function readPosition(cursor: string): Record<'sortKey' | 'micros' | 'id', string> {
  const [id = '', micros = '0', sortKey = '0'] = cursor.split('.').reverse()
  return { sortKey, micros, id }
}
