import type { Reader } from '../../../platform/database.ts'

/** So many of one title in a day are not neighbours who happen to own the same thing. */
const FEWEST = 20
const MOST = 50
const MEMBERS_SHOWN = 20

export interface RepeatedTitle {
  /** A hash of the title's words, by which the desk names it. */
  key: string
  title: string
  count: number
  since: Date
  members: number
  /** The members who listed most of them, 20 at most. */
  memberIds: string[]
}

/**
 * Titles that within the day before `:now` were listed again and again and can be seen, whoever listed them, as SQL; the
 * oldest 50 at most.
 */
export const REPEATED_TITLES = `(
  select md5(words) as key, min(title) as title, sum(listings)::int as count, min(since) as since, count(*)::int as members,
    (array_agg(seller_id order by listings desc, seller_id))[1:${MEMBERS_SHOWN}] as "memberIds"
  from (
    select lower(regexp_replace(btrim(title), '\\s+', ' ', 'g')) as words, seller_id, min(title) as title,
      count(*)::int as listings, min(created_at) as since
    from listing where created_at > :now::timestamptz - interval '1 day'
      and status <> 'withdrawn' and hidden_at is null and erased_at is null
    group by 1, 2
  ) listed
  group by words having sum(listings) >= ${FEWEST} order by 4, 2 limit ${MOST}
)`

export async function findRepeatedTitles(reader: Reader, keys: string[], now: Date): Promise<RepeatedTitle[]> {
  const { rows } = await reader.raw<{ rows: RepeatedTitle[] }>(
    `select * from ${REPEATED_TITLES} title where key = any(:keys)`,
    { keys, now },
  )
  return rows
}
