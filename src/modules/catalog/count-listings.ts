import type { Reader } from '../../platform/database.ts'
import type { Filter } from './public-filter.ts'

/** Where the planner expects more matches than this, its estimate must do. */
export const COUNTED_EXACTLY = 10_000

/**
 * SQL for how many public listings match. Without a text or a seller this is the sum of the tallies, exact at any size and any
 * moment. With one, matches are counted, exactly up to `COUNTED_EXACTLY` and no further; where the planner expects more,
 * they are not counted at all: that would take longer than everything else. Its estimate, rounded to hundreds, comes
 * from a sample of titles, and is good for single words.
 */
export async function countOf(reader: Reader, filter: Filter): Promise<string> {
  if (filter.tallied) return `select coalesce(sum(listings), 0)::int from listing_tally where ${filter.sql}`
  const expected = await expectedMatches(reader, filter)
  if (expected > COUNTED_EXACTLY) return `select ${Math.round(expected / 100) * 100}`
  const some = `select from listing where ${filter.sql} and hidden_at is null limit ${COUNTED_EXACTLY + 1}`
  return `select count(*)::int from (${some}) as matches`
}

async function expectedMatches(reader: Reader, filter: Filter): Promise<number> {
  const { rows } = await reader.raw<{ rows: { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[] }>(
    `explain (format json) select from listing where ${filter.sql} and hidden_at is null`,
    filter.bindings,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
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
