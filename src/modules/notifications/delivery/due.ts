import type { Reader } from '../../../platform/database.ts'
import type { Told } from './letters.ts'

export type Channel = 'mail' | 'push'

export interface Due extends Told {
  memberId: string
  createdAt: Date
  readAt: Date | null
}

/** Longer than any mail server or push service may take: an attempt that began earlier was interrupted. */
const UNDERWAY_MS = 5 * 60_000
const MOST_ATTEMPTS = 10

const DUE = `channel = :channel and done_at is null and due_at <= :now and (begun_at is null or begun_at <= :lost)`
const lost = (now: Date) => new Date(now.getTime() - UNDERWAY_MS)

/** All that is due for the members who have waited longest, oldest first. */
export async function findDue(reader: Reader, channel: Channel, now: Date, members: number): Promise<Due[]> {
  const { rows } = await reader.raw<{ rows: Due[] }>(
    `with waiting as (
       select member_id from notice_delivery join notice on notice.id = notice_id
       where ${DUE}
       group by member_id order by min(due_at), member_id limit :members
     )
     select notice.id, member_id as "memberId", kind, title, body, path, button, stop_path as "stopPath",
       created_at as "createdAt",
       read_at as "readAt"
     from waiting join notice using (member_id) join notice_delivery on notice_id = notice.id
     where ${DUE}
     order by seq`,
    { channel, now, lost: lost(now), members },
  )
  return rows
}

/**
 * Takes these for this process alone. Two that want the same wait for each other, so that no mail of a day is divided.
 * @returns which of them; others have the rest, or have sent it
 */
export async function claim(reader: Reader, channel: Channel, ids: string[], now: Date): Promise<Set<string>> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `update notice_delivery set begun_at = :now, attempts = attempts + 1
     where channel = :channel and notice_id in (
       select notice_id from notice_delivery where notice_id = any(:ids) and ${DUE}
       order by notice_id for update
     )
     returning notice_id as id`,
    { channel, now, ids, lost: lost(now) },
  )
  return new Set(rows.map(({ id }) => id))
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

/** After one that failed: after a pause that doubles, the last time after some eight hours. */
export async function release(reader: Reader, channel: Channel, ids: string[], now: Date): Promise<void> {
  await reader.raw(
    `update notice_delivery set begun_at = null,
       due_at = :now::timestamptz + power(2, attempts - 1) * interval '1 minute',
       done_at = case when attempts >= ${MOST_ATTEMPTS} then :now::timestamptz end
     where channel = :channel and notice_id = any(:ids)`,
    { channel, ids, now },
  )
}
