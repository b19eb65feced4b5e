import { HOUR_MS } from '../../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import { type Database, type Reader, transact } from '../../../platform/database.ts'
import type { Told } from './letters.ts'

export type Channel = 'mail' | 'push'

export interface Due extends Told {
  memberId: string
  key: string
  /** The member who caused it. */
  fromId: string | null
  createdAt: Date
  readAt: Date | null
}

/** Longer than any mail server or push service may take: an attempt that began earlier was interrupted. */
const UNDERWAY_MS = 5 * 60_000
const MOST_ATTEMPTS = 10

const DUE = `channel = :channel and done_at is null and due_at <= :now and (begun_at is null or begun_at <= :lost)`
const lost = (now: Date) => new Date(now.getTime() - UNDERWAY_MS)

const COLUMNS = `notice.id, member_id as "memberId", key, from_id as "fromId", kind, told, facts, title, body, path, button,
  about, stop_path as "stopPath", created_at as "createdAt", read_at as "readAt"`

/** All that is due for the members who have waited longest, oldest first. */
export async function findDue(reader: Reader, channel: Channel, now: Date, members: number): Promise<Due[]> {
  const { rows } = await reader.raw<{ rows: Due[] }>(
    `with waiting as (
       select member_id from notice_delivery join notice on notice.id = notice_id
       where ${DUE}
       group by member_id order by min(due_at), member_id limit :members
     )
     select ${COLUMNS} from waiting join notice using (member_id) join notice_delivery on notice_id = notice.id
     where ${DUE}
     order by seq`,
    { channel, now, lost: lost(now), members },
  )
  return rows
}

/** All that is due for this member, oldest first. */
export async function findDueFor(reader: Reader, channel: Channel, now: Date, memberId: string): Promise<Due[]> {
  const { rows } = await reader.raw<{ rows: Due[] }>(
    `select ${COLUMNS} from notice join notice_delivery on notice_id = notice.id
     where member_id = :memberId and ${DUE}
     order by seq`,
    { channel, now, lost: lost(now), memberId },
  )
  return rows
}

/** The notices by which one member reached another within the hour. */
export interface Reached {
  count: number
  /** The time at which the first of these will be an hour old; null without any. */
  endsAt: Date | null
}

/**
 * Counts the notices by which that member has reached this one within the hour. Failed ones don't count, those under
 * way do.
 */
export async function reachedBy(
  reader: Reader,
  channel: Channel,
  { memberId, fromId }: { memberId: string; fromId: string },
  now: Date,
): Promise<Reached> {
  const { rows } = await reader.raw<{ rows: { count: number; first: Date | null }[] }>(
    `select count(distinct sent_in)::int, min(begun_at) as first
     from notice join notice_delivery on notice_id = notice.id and channel = :channel
     where member_id = :memberId and from_id = :fromId and sent_in is not null and begun_at > :since`,
    { channel, memberId, fromId, since: new Date(now.getTime() - HOUR_MS) },
  )
  const { count = 0, first = null } = rows[0] ?? {}
  return { count, endsAt: first && new Date(first.getTime() + HOUR_MS) }
}

/**
 * Notices that leave together, and the number of times that the member who causes them may have reached the member
 * before; null without a limit.
 */
export interface Parcel {
  memberId: string
  notices: Due[]
  limit: { fromId: string; perHour: number } | null
}

/**
 * Takes a parcel for this process alone. Two that want the same wait for each other, so that no mail of a day is divided,
 * and so do two that want what one member has caused another.
 * @returns which of its notices; others have the rest, or have sent it. `'too many'`: none may leave now
 */
export async function claim(
  db: Database,
  channel: Channel,
  { memberId, notices, limit }: Parcel,
  now: Date,
): Promise<Due[] | 'too many'> {
  return transact(db, async (trx) => {
    if (limit) {
      const pair = { memberId, fromId: limit.fromId }
      await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`reach ${memberId} ${limit.fromId}`])
      if ((await reachedBy(trx, channel, pair, now)).count >= limit.perHour) return 'too many'
    }
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `update notice_delivery set begun_at = :now, attempts = attempts + 1, sent_in = :sentIn
       where channel = :channel and notice_id in (
         select notice_id from notice_delivery where notice_id = any(:ids) and ${DUE}
         order by notice_id for update
       )
       returning notice_id as id`,
      { channel, now, ids: notices.map(({ id }) => id), lost: lost(now), sentIn: limit && randomUUID() },
    )
    const claimed = new Set(rows.map(({ id }) => id))
    return notices.filter(({ id }) => claimed.has(id))
  })
}

/** Sent, or not to be sent at all. */
export async function settle(reader: Reader, channel: Channel, ids: string[], now: Date): Promise<void> {
  await reader.raw(
    `update notice_delivery set done_at = :now where channel = :channel and notice_id = any(:ids) and done_at is null`,
    { channel, ids, now },
  )
}

/** To be looked at again at these times. */
export async function postpone(reader: Reader, channel: Channel, times: Map<string, Date>): Promise<void> {
  await reader.raw(
    `update notice_delivery set due_at = later.at
     from unnest(:ids::uuid[], :times::timestamptz[]) as later (id, at)
     where channel = :channel and notice_id = later.id and done_at is null`,
    { channel, ids: [...times.keys()], times: [...times.values()] },
  )
}

/**
 * After one that failed. What was refused is tried again after a pause that doubles, the last time after some eight hours;
 * while nothing leaves as such, tries don't count, and the next one comes in a minute. A push is given up when it is a day old.
 */
export async function release(
  reader: Reader,
  channel: Channel,
  { ids, refused }: { ids: string[]; refused: boolean },
  now: Date,
): Promise<void> {
  await reader.raw(
    `update notice_delivery set begun_at = null, sent_in = null,
       attempts = attempts - case when :refused then 0 else 1 end,
       due_at = :now::timestamptz + case when :refused then power(2, attempts - 1) else 1 end * interval '1 minute',
       done_at = case when :refused and channel = 'mail' and attempts >= ${MOST_ATTEMPTS} then :now::timestamptz end
     where channel = :channel and notice_id = any(:ids)`,
    { channel, ids, now, refused },
  )
}
