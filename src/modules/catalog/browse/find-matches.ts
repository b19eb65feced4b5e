import { LRUCache } from 'lru-cache'
import type { Reader } from '../../../platform/database.ts'
import type { BrowseQuery, Sort } from '../contract.ts'
import { orderOf } from './order.ts'
import type { Filter } from './public-filter.ts'

/** The price up to which all matches are found in any case, in the planner's unit: some milliseconds, for an exact total. */
const EXACT_COST = 2000
/** More are not found at once if there is any other way: rows. */
const MOST_FOUND = 10_000

/** Listings that are looked through for the next page. By place each of them costs several times as much. */
export const LOOKED_THROUGH = { newest: 10_000, cheapest: 10_000, nearest: 5000 }
/** The price of looking at one of them, in the planner's unit. */
const LOOK_COST = { newest: 0.25, cheapest: 0.7, nearest: 1.5 }

/** The entries that a filter wants, read and counted in SQL with the filter's bindings. */
export interface Matches {
  /** The beginning of the statement. */
  prelude: string
  /**
   * The part after `from`, with its conditions.
   * @param after one more condition, on the place in the order: '' or `and …`
   */
  from(after: string): string
  /** A query for how many there are. */
  total: string
}

export type Asked = Pick<BrowseQuery, 'sort' | 'limit'>

/** Entries that a filter is expected to find, as far as it is known before they are read. */
export interface Expectation {
  /** Whether to find them all at once: they are few. */
  few: boolean
  /** A query for how many there are; where they are not few. */
  total: string
  /** Takes the number that has turned out. */
  counted(total: number): void
}

/**
 * By category and status the total is the sum of `listing_count`, always exact. With anything else there are two ways, and
 * the planner's estimate tells which is cheaper: all matches are found once, for the page and the total alike, and counted
 * exactly; or the page is picked from the next few thousand listings, and the estimate must do for the total. It comes from a
 * sample, and is good for single words; rounded to hundreds, it does not look like more than that. Where these few thousand
 * do not fill the page, all matches are found after all, and their number is remembered: with words that do not go together
 * the estimate was wrong. At the end of many it was not, and the next reader's first page need not find them all.
 */
export async function expectationOf(reader: Reader, filter: Filter, query: Asked): Promise<Expectation> {
  const { sort, limit } = query
  if (filter.counted && sort !== 'nearest') return { few: false, total: countOf(filter), counted: () => undefined }
  const recent = recentlyExpected(reader)
  const key = JSON.stringify([sort, limit, filter.choices, filter.texts, filter.within, filter.bindings])
  const expected = recent.get(key) ?? (await expectedOf(reader, filter, query))
  if (!recent.has(key)) recent.set(key, expected)
  return {
    few: expected === 'few',
    total: filter.counted ? countOf(filter) : `select ${expected}`,
    counted: (total) => recent.set(key, total <= MOST_FOUND ? 'few' : toHundreds(total)),
  }
}

/** Entries of the filter's category and status. @param filter a `counted` one */
export const countOf = ({ choices }: Filter) =>
  `select coalesce(sum(listings), 0)::int from listing_count where ${choices}`

/** All of them, found once. */
export function all({ choices, wide, spanning, texts, shortWords, within, cells }: Filter): Matches {
  const read = (conditions: string) =>
    `select listing_id, created_at, token_price, latitude, longitude from search_entry
     where ${conditions} and ${texts} ${shortWords} ${within} ${cells}`
  const bags = spanning === null ? '' : `union all ${read(`${wide} and ${spanning}`)}`
  return {
    prelude: `with found as materialized (${read(choices)} ${bags})`,
    from: (after) => `found where true ${after}`,
    total: 'select count(*)::int from found',
  }
}

/** Looks for matches among the next few thousand of a category and status; takes all, where nothing else is asked for. */
export function firstOnes(
  { inCategory, choices, wide, texts, within, counted }: Filter,
  sort: Walked,
  total: string,
): Matches {
  const { by } = orderOf(sort)
  return {
    prelude: '',
    from: (after) =>
      counted
        ? `search_entry where ${choices} ${after}`
        : `(select * from search_entry where ${inCategory} ${after}
            order by ${by} limit ${LOOKED_THROUGH[sort]}) as first_ones where ${wide} and ${texts} ${within}`,
    total,
  }
}
type Walked = Exclude<Sort, 'nearest'>
/** The total to show, or that there are few enough to find them all. */
type Expected = number | 'few'

const toHundreds = (total: number) => Math.ceil(total / 100) * 100

/** The planner is asked once a minute: the same words come again with the next page and the next visitor. */
const MINUTE = { max: 1000, ttl: 60_000 }
const recently = new WeakMap<Reader, LRUCache<string, Expected>>()

function recentlyExpected(reader: Reader): LRUCache<string, Expected> {
  const recent = recently.get(reader) ?? new LRUCache<string, Expected>(MINUTE)
  recently.set(reader, recent)
  return recent
}

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }]
}

async function expectedOf(reader: Reader, filter: Filter, { sort, limit }: Asked): Promise<Expected> {
  const { choices, texts, cells, shortWords, bindings } = filter
  const { rows, cost } = await planned(reader, `${choices} and ${texts} ${cells}`, bindings)
  const total = toHundreds(rows)
  // An implied condition has an index that this plan does not know of.
  if (rows <= MOST_FOUND && (cost <= EXACT_COST || shortWords !== '')) return 'few'
  // By place only what is near enough is looked at.
  const among = await planned(reader, sort === 'nearest' && cells !== '' ? cells.slice('and '.length) : 'true', {})
  const looked = (limit / Math.max(rows, 1)) * among.rows
  return looked > LOOKED_THROUGH[sort] || (rows <= MOST_FOUND && looked * LOOK_COST[sort] > cost) ? 'few' : total
}

async function planned(reader: Reader, conditions: string, bindings: Filter['bindings']) {
  const { rows: answer } = await reader.raw<{ rows: [Explained] }>(
    `explain (format json) select from search_entry where ${conditions}`,
    bindings,
  )
  const [{ Plan: plan }] = answer[0]['QUERY PLAN']
  return { rows: plan['Plan Rows'], cost: plan['Total Cost'] }
}
