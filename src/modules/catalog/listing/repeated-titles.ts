import type { Reader } from '../../../platform/database.ts'

/** So many of one title in a day are not neighbours who happen to own the same thing. */
const FEWEST = 20
const MOST = 50
const MEMBERS_SHOWN = 20

export interface RepeatedTitle {
  title: string
  count: number
  since: Date
  members: number
  /** The members who listed most of them, 20 at most. */
  memberIds: string[]
}

/** Titles that within a day were listed again and again and can be seen, whoever listed them; the oldest first, 50 at most. */
export async function repeatedTitles(reader: Reader, now: Date): Promise<RepeatedTitle[]> {
  const { rows } = await reader.raw<{ rows: RepeatedTitle[] }>(
    `with listed as (
       select lower(regexp_replace(btrim(title), '\\s+', ' ', 'g')) as words, seller_id, min(title) as title,
         count(*)::int as listings, min(created_at) as since
       from listing where created_at > :now::timestamptz - interval '1 day'
         and status <> 'withdrawn' and hidden_at is null and erased_at is null
       group by 1, 2
     )
     select min(title) as title, sum(listings)::int as count, min(since) as since, count(*)::int as members,
       (array_agg(seller_id order by listings desc, seller_id))[1:${MEMBERS_SHOWN}] as "memberIds"
     from listed group by words having sum(listings) >= ${FEWEST} order by since, title limit ${MOST}`,
    { now },
  )
  return rows
}
