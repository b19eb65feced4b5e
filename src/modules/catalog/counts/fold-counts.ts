import type { Reader } from '../../../platform/database.ts'

/** Folds the counts of each category and status into one row, so that summing them stays cheap. Safe to run at any time. */
export async function foldCounts(db: Reader): Promise<void> {
  await db.raw(`
    with folded as (delete from listing_count returning category, status, listings, weighed, weight_lbs)
    insert into listing_count (category, status, listings, weighed, weight_lbs)
      select category, status, sum(listings), sum(weighed), sum(weight_lbs) from folded
      group by category, status having sum(listings) <> 0
  `)
}
