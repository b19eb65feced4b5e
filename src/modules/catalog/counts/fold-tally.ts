import type { Reader } from '../../../platform/database.ts'

/** Folds the tallies of a category and status into one row, so that their sum stays cheap. Safe at any time, twice too. */
export async function foldTally(db: Reader): Promise<void> {
  await db.raw(`
    with folded as (delete from listing_count returning category, status, listings, weighed, weight_lbs)
    insert into listing_count (category, status, listings, weighed, weight_lbs)
      select category, status, sum(listings), sum(weighed), sum(weight_lbs) from folded
      group by category, status having sum(listings) <> 0
  `)
}
