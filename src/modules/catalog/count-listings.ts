import type { Reader } from '../../platform/database.ts'
import type { Filter } from './browse-listings.ts'

/** Matches of a text search are counted one by one up to here; beyond, the planner's estimate must do. */
export const COUNTED_EXACTLY = 10_000

/**
 * How many public listings match. Without a text search this is the sum of the tallies, exact at any size and any
 * moment. With one it is exact up to `COUNTED_EXACTLY`, and above that what the planner expects, rounded to hundreds.
 */
export async function countListings(reader: Reader, filter: Filter): Promise<number> {
  if (!filter.text) {
    const sum = `select coalesce(sum(listings), 0)::int as total from listing_tally where ${filter.sql}`
    return (await reader.raw<{ rows: { total: number }[] }>(sum, filter.bindings)).rows[0]?.total ?? 0
  }
  const some = `select from listing where ${filter.sql} and hidden_at is null limit ${COUNTED_EXACTLY + 1}`
  const counted = await reader.raw<{ rows: { total: number }[] }>(
    `select count(*)::int as total from (${some}) as matches`,
    filter.bindings,
  )
  const total = counted.rows[0]?.total ?? 0
  return total > COUNTED_EXACTLY ? Math.max(total, await estimate(reader, filter)) : total
}

async function estimate(reader: Reader, filter: Filter): Promise<number> {
  const { rows } = await reader.raw<{ rows: { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[] }>(
    `explain (format json) select from listing where ${filter.sql} and hidden_at is null`,
    filter.bindings,
  )
  return Math.round((rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) / 100) * 100
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
