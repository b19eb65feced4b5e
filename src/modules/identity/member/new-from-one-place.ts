import type { Reader } from '../../../platform/database.ts'
import { privateMailDomain } from './private-mail-domain.ts'

/** A family or a club signs up in smaller numbers. */
const FEWEST = 10
const MOST = 50
const MEMBERS_SHOWN = 20

export interface NewFromOnePlace {
  /** The hash by which the desk names it. */
  key: string
  kind: 'domain' | 'network'
  /** The domain; empty for a network, of which nobody knows more. */
  name: string
  count: number
  since: Date
  /** The first of them, 20 at most. */
  memberIds: string[]
}

/**
 * Private mail domains and networks from which many have signed up within the day before `:now` and are not suspended, as SQL;
 * the oldest 50 at most. Networks tell nothing where everybody comes through a proxy that isn't trusted.
 */
export const NEW_FROM_ONE_PLACE = `(
  select kind, key, min(email) as email, count(*)::int as count, min(created_at) as since,
    (array_agg(id order by created_at, id))[1:${MEMBERS_SHOWN}] as "memberIds"
  from member join mailbox on mailbox.member_id = id cross join lateral (
    select 'domain' as kind, domain_hash as key where domain_hash is not null
    union all
    select 'network', network from arrival
    where arrival.member_id = member.id and exists (select from arrival direct where not is_forwarded)
  ) place
  where created_at > :now::timestamptz - interval '1 day' and deleted_at is null and demo_note is null
    and not exists (
      select from suspension
      where mailbox_hash = mailbox.hash and ended_at is null and (until is null or until > :now)
    )
  group by kind, key having count(*) >= ${FEWEST} order by 5, 2 limit ${MOST}
)`

export async function findNewFromOnePlace(reader: Reader, keys: string[], now: Date): Promise<NewFromOnePlace[]> {
  const { rows } = await reader.raw<{ rows: (Omit<NewFromOnePlace, 'name'> & { email: string })[] }>(
    `select * from ${NEW_FROM_ONE_PLACE} place where key = any(:keys)`,
    { keys, now },
  )
  return rows.map(({ email, ...place }) => ({
    name: place.kind === 'domain' ? (privateMailDomain(email) ?? email) : '',
    ...place,
  }))
}
