import type { Reader } from '../../platform/database.ts'
import type { Filter } from './public-filter.ts'

/**
 * Matches are counted one by one where the planner expects at most so many, found for at most so much (a page of the table,
 * read, costs 1): within some ten milliseconds. Where it expects more, its estimate of their number must do.
 */
const COUNTED = { rows: 10_000, cost: 2000 }

/** How the public listings that a filter wants are read and counted, in SQL with the filter's bindings. */
export interface Matches {
  /** What the statement begins with. */
  prelude: string
  /** What follows `from`, with a condition that more can be added to. */
  from: string
  /** A query for how many there are. */
  total: string
}

/**
 * Without a text or a seller the total is the sum of the tallies, exact at any size and any moment. With one, all matches
 * are found once, for the page and the total alike, and counted exactly, as long as that is cheap. Where it is not, they
 * are not counted: the planner's estimate comes from a sample of the listings, and is good for single words. Rounded to
 * hundreds, so that it does not look like more than that.
 */
export async function matchesOf(reader: Reader, filter: Filter): Promise<Matches> {
  const from = `listing where ${filter.sql} and hidden_at is null`
  if (filter.tallied) {
    return { prelude: '', from, total: `select coalesce(sum(listings), 0)::int from listing_tally where ${filter.sql}` }
  }
  const { rows, cost } = await expectation(reader, filter, from)
  if (rows > COUNTED.rows || cost > COUNTED.cost) {
    return { prelude: '', from, total: `select ${Math.ceil(rows / 100) * 100}` }
  }
  return {
    prelude: `with found as materialized (select id, created_at from ${from})`,
    from: 'found where true',
    total: 'select count(*)::int from found',
  }
}

interface Estimate {
  Plan: { 'Plan Rows': number; 'Total Cost': number }
}

async function expectation(
  reader: Reader,
  { bindings }: Filter,
  from: string,
): Promise<{ rows: number; cost: number }> {
  const { rows } = await reader.raw<{ rows: [{ 'QUERY PLAN': [Estimate] }] }>(
    `explain (format json) select from ${from}`,
    bindings,
  )
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  return { rows: plan['Plan Rows'], cost: plan['Total Cost'] }
}

/** Folds the tallies of a category and status into one row, so that their sum stays cheap. Safe at any time, twice too. */
export async function foldTally(db: Reader): Promise<void> {
  await db.raw(`
    with folded as (delete from listing_tally returning category, status, listings, weighed, weight_lbs)
    insert into listing_tally (category, status, listings, weighed, weight_lbs)
      select category, status, sum(listings), sum(weighed), sum(weight_lbs) from folded
      group by category, status having sum(listings) <> 0
  `)
}
