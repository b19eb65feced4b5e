import type { Sort } from '../contract.ts'
import { RING } from './public-filter.ts'

/** In which order a page is put together, in SQL over `search_entry`. */
export interface Order {
  /** What comes before the age: kilometres or hundredths of a token; null where only the age counts. */
  lead: string | null
  by: string
  /** What stands after a cursor's place; with its bindings. */
  after: string
}

/** Where a place is not known, it is farther away than any other. */
const FARTHEST = 99_999
const LEADS = { newest: null, nearest: `coalesce(${RING}, ${FARTHEST})`, cheapest: 'token_price' }
const AGE = `(created_at, listing_id) < (timestamptz 'epoch' + :micros::int8 * interval '1 microsecond', :id::uuid)`

export function orderOf(sort: Sort): Order {
  const lead = LEADS[sort]
  if (lead === null) return { lead, by: 'created_at desc, listing_id desc', after: AGE }
  return {
    lead,
    by: `${lead}, created_at desc, listing_id desc`,
    after: `${lead} >= :lead::int8 and (${lead} > :lead::int8 or ${AGE})`,
  }
}

/** A cursor: what leads, if anything does, microseconds since 1970 and an id, with dots between them. */
export const POSITION = `concat_ws('.', lead, (extract(epoch from created_at) * 1000000)::int8, listing_id)`

/** The contract has checked its form. */
export function readPosition(cursor: string): Record<'lead' | 'micros' | 'id', string> {
  const [id = '', micros = '0', lead = '0'] = cursor.split('.').reverse()
  return { lead, micros, id }
}
