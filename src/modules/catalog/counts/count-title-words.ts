import type { Database } from '../../../platform/database.ts'

/** Adds up the changes to the words of titles. Safe to run at any time, and twice at once. */
export async function countTitleWords(db: Database): Promise<void> {
  await db.transaction(async (trx) => {
    // One at a time: else the end of a word could be counted before its beginning.
    await trx.raw('lock table title_word in share row exclusive mode')
    await trx.raw(`
      with taken as (delete from title_word_change returning word, listings)
      insert into title_word (word, listings)
        select word, sum(listings) from taken group by word having sum(listings) <> 0
        on conflict (word) do update set listings = title_word.listings + excluded.listings
    `)
    await trx('title_word').where({ listings: 0n }).delete()
  })
}
