import type { Reader } from '../../platform/database.ts'
import type { Filter } from './browse-listings.ts'

/** Matches of a search are counted one by one up to here; beyond, the planner's estimate must do. */
export const COUNTED_EXACTLY = 10_000

/**
 * SQL for how many public listings match. Without a text or a seller this is the sum of the tallies, exact at any size and any
 * moment; with one of them it stops counting right above `COUNTED_EXACTLY`, see `estimateAbove`.
 */
export function countOf(filter: Filter): string {
  if (filter.tallied) return `select coalesce(sum(listings), 0)::int from listing_tally where ${filter.sql}`
  const some = `select from listing where ${filter.sql} and hidden_at is null limit ${COUNTED_EXACTLY + 1}`
  return `select count(*)::int from (${some}) as matches`
}

/** The total that was counted, or, where counting stopped, what the planner expects, rounded to hundreds. */
export async function estimateAbove(reader: Reader, filter: Filter, counted: number): Promise<number> {
  if (filter.tallied || counted <= COUNTED_EXACTLY) return counted
  const { rows } = await reader.raw<{ rows: { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[] }>(
    `explain (format json) select from listing where ${filter.sql} and hidden_at is null`,
    filter.bindings,
  )
  const expected = Math.round((rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) / 100) * 100
  return Math.max(counted, expected)
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
