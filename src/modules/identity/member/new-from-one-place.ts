import type { Reader } from '../../../platform/database.ts'
import { privateMailDomain } from './private-mail-domain.ts'

/** A family or a club signs up in smaller numbers. */
const FEWEST = 10
const MOST = 50
const MEMBERS_SHOWN = 20

export interface NewFromOnePlace {
  /** The hash by which the desk names it. */
  key: string
  domain: string
  count: number
  since: Date
  /** The first of them, 20 at most. */
  memberIds: string[]
}

/**
 * Private mail domains from which many have signed up within the day before `:now` and are not suspended, as SQL; the oldest
 * 50 at most.
 */
export const NEW_FROM_ONE_PLACE = `(
  select domain_hash as key, min(email) as email, count(*)::int as count, min(created_at) as since,
    (array_agg(id order by created_at, id))[1:${MEMBERS_SHOWN}] as "memberIds"
  from member join mailbox on member_id = id
  where created_at > :now::timestamptz - interval '1 day' and deleted_at is null and demo_note is null
    and domain_hash is not null and not exists (
      select from suspension
      where mailbox_hash = mailbox.hash and ended_at is null and (until is null or until > :now)
    )
  group by domain_hash having count(*) >= ${FEWEST} order by 4, 1 limit ${MOST}
)`

export async function findNewFromOnePlace(reader: Reader, keys: string[], now: Date): Promise<NewFromOnePlace[]> {
  const { rows } = await reader.raw<{ rows: (Omit<NewFromOnePlace, 'domain'> & { email: string })[] }>(
    `select * from ${NEW_FROM_ONE_PLACE} place where key = any(:keys)`,
    { keys, now },
  )
  return rows.map(({ email, ...place }) => ({ domain: privateMailDomain(email) ?? email, ...place }))
}
