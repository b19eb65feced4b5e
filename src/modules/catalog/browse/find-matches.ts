import { LRUCache } from 'lru-cache'
import type { Reader } from '../../../platform/database.ts'
import type { Sort } from '../contract.ts'
import { orderOf } from './order.ts'
import type { Filter } from './public-filter.ts'

/**
 * Limits of the planner's estimate within which all matches are found: rows, and cost in page reads. About ten
 * milliseconds.
 */
const FOUND = { rows: 10_000, cost: 2000 }
/** The same for the nearest: where few match, looking through all that is near costs even more. */
const FOUND_NEAR = { ...FOUND, cost: 4000 }

/** Above those limits, how many listings are scanned for the next page. */
export const LOOKED_THROUGH = 5000

/** How the entries that a filter wants are read and counted, in SQL with the filter's bindings. */
export interface Matches {
  /** What the statement begins with. */
  prelude: string
  /**
   * What follows `from`, with its conditions.
   * @param after one more condition, on the place in the order: '' or `and …`
   */
  from(after: string): string
  /** A query for how many there are. */
  total: string
}

/** How many a filter finds, as far as it is known before they are read. */
export interface Expectation {
  /** Whether to find them all at once: they are few. */
  few: boolean
  /** A query for how many there are; where they are not few. */
  total: string
  /** Takes the number that has turned out. */
  counted(total: number): void
}

/**
 * By category and status the total is the sum of `listing_count`, always exact. With anything else, all matches
 * are found once, for the page and the total alike, and counted exactly, as long as that is cheap. Where it is not, the page
 * is picked from the next few thousand listings, and the planner's estimate must do for the total: it comes from a sample,
 * and is good for single words. Rounded to hundreds, so that it does not look like more than that. Where these few thousand
 * do not fill the page, all matches are found after all, and their number is remembered: with words that do not go together
 * the estimate was wrong. At the end of many it was not, and the next reader's first page need not find them all.
 */
export async function expectationOf(reader: Reader, filter: Filter, sort: Sort): Promise<Expectation> {
  if (filter.counted && sort !== 'nearest') return { few: false, total: countOf(filter), counted: () => undefined }
  const recent = recentlyExpected(reader)
  const found = sort === 'nearest' ? FOUND_NEAR : FOUND
  const key = JSON.stringify([found, filter.listed, filter.typed, filter.bindings])
  const expected = recent.get(key) ?? (await expectedOf(reader, filter, found))
  if (!recent.has(key)) recent.set(key, expected)
  return {
    few: expected === 'few',
    total: filter.counted ? countOf(filter) : `select ${expected}`,
    counted: (total) => recent.set(key, total <= FOUND.rows ? 'few' : toHundreds(total)),
  }
}

/** How many are of the filter's category and status. @param filter a `counted` one */
export const countOf = ({ listed }: Filter) =>
  `select coalesce(sum(listings), 0)::int from listing_count where ${listed}`

/** All of them, found once. */
export function all({ listed, typed, implied, cells }: Filter): Matches {
  const matching = `search_entry where ${listed} and ${typed} ${implied} ${cells}`
  return {
    prelude: `with found as materialized (select listing_id, created_at, token_price, latitude, longitude from ${matching})`,
    from: (after) => `found where true ${after}`,
    total: 'select count(*)::int from found',
  }
}

/** Those among the next few thousand that are listed; all, where nothing else is asked for. */
export function firstOnes({ listed, typed }: Filter, sort: Exclude<Sort, 'nearest'>, total: string): Matches {
  const { by } = orderOf(sort)
  return {
    prelude: '',
    from: (after) =>
      typed === 'true'
        ? `search_entry where ${listed} ${after}`
        : `(select * from search_entry where ${listed} ${after}
            order by ${by} limit ${LOOKED_THROUGH}) as first_ones where ${typed}`,
    total,
  }
}
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

async function expectedOf(reader: Reader, filter: Filter, found: typeof FOUND): Promise<Expected> {
  const { rows: answer } = await reader.raw<{ rows: [Explained] }>(
    `explain (format json) select from search_entry where ${filter.listed} and ${filter.typed} ${filter.cells}`,
    filter.bindings,
  )
  const [{ Plan: plan }] = answer[0]['QUERY PLAN']
  const { 'Plan Rows': rows, 'Total Cost': cost } = plan
  // What is implied has an index that this plan does not know of.
  const cheap = cost <= found.cost || filter.implied !== ''
  return rows <= found.rows && cheap ? 'few' : toHundreds(rows)
}
