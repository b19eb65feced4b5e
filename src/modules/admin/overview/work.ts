import type { Reader } from '../../../platform/database.ts'
import { COPIES, REPEATED_TITLES } from '../../catalog/index.ts'
import { AWAITING_ADMIN } from '../../handover/index.ts'
import { adminIds, NEW_FROM_ONE_PLACE } from '../../identity/index.ts'
import { CLEARABLE } from '../../purchasing/index.ts'
import { WAITS, type WaitKind } from '../constants.ts'

export interface Waiting {
  kind: WaitKind
  count: number
  /** The time of the oldest; null where there are none, and where nobody notes it. */
  oldest: Date | null
  /** The message of the failure. */
  reason?: string
}

/**
 * All that waits for an admin on the desk, a row for each decision, as SQL: its name there, the key of what it is about,
 * since when, how many it stands for (reports, lines), and who alone can't decide it. The counts and the list are both of
 * this.
 */
const WORK = `(
  select 'open_report' as kind, subject_kind || ':' || subject_id as id,
    (array_agg(id::text order by created_at, id))[1] as key, min(created_at) as since, count(*)::int as count,
    case when about_id = any(:admins::uuid[]) then about_id || array_agg(reporter_id) end as sides, null::timestamptz as deadline
  from report where decided_at is null group by subject_kind, subject_id, about_id
  union all
  select 'open_appeal', 'appeal:' || id, id::text, created_at, 1, array[member_id], null
  from appeal where decided_at is null
  union all
  select 'waiting_dispute', 'purchase:' || purchase_id, purchase_id::text, since, lines, sides, deadline
  from ${AWAITING_ADMIN} problem
  union all
  select kind, 'alarm:' || kind || ':' || subject, subject, since, 1, member_ids || card_member_ids, null
  from ${CLEARABLE} alarm
  union all
  select 'copied_photo', 'alarm:copied_photo:' || listing_id, listing_id::text, since, 1, member_ids, null
  from ${COPIES} copies
  union all
  select 'repeated_title', 'storm:' || key, key, since, 1, null, null from ${REPEATED_TITLES} title
  union all
  select 'new_from_one_place', 'storm:' || key, key, since, 1, null, null from ${NEW_FROM_ONE_PLACE} place
)`

/** Deadlines by the hours of `WAITS`, where no clock of its own says another. */
const DUE = `(
  select kind, id, key, since, count, sides,
    coalesce(deadline, since + (:hours::jsonb ->> kind)::int * interval '1 hour') as deadline
  from ${WORK} work
)`
const HOURS = JSON.stringify(
  Object.fromEntries(Object.entries(WAITS).map(([kind, wait]) => [kind, 'hours' in wait ? wait.hours : null])),
)

/** Counts of each kind, with the oldest; and of those that the clock decides within a day, or that no admin can. */
export async function countWork(reader: Reader, now: Date): Promise<Waiting[]> {
  const { rows } = await reader.raw<{ rows: Waiting[] }>(
    `with due as materialized (select * from ${DUE} due)
     select kind, sum(count)::int as count, min(since) as oldest from due group by kind
     union all
     select 'decision_due', count(*)::int, null from due
     where kind = 'waiting_dispute' and deadline <= :now::timestamptz + interval '1 day'
     union all
     select 'other_admin', count(*)::int, null from due where :admins::uuid[] <@ sides and cardinality(:admins::uuid[]) > 0`,
    { now, hours: HOURS, admins: await adminIds(reader) },
  )
  return rows
}

/**
 * Whether this is a problem, an appeal or an alarm of the member's own. Reports are left out: whom one is about doesn't know of it.
 * @param what.id its name on the desk
 */
export async function isOwnWork(reader: Reader, what: { id: string; memberId: string; now: Date }): Promise<boolean> {
  const { rows } = await reader.raw<{ rows: object[] }>(
    `select from ${WORK} work where kind <> 'open_report' and id = :id and :memberId::uuid = any(sides)`,
    { ...what, admins: [] },
  )
  return rows.length > 0
}

/** One thing on the desk. */
export interface WorkRow {
  kind: WaitKind
  /** Its name on the desk, as `taken_work` has it. */
  id: string
  /** The key of what it is about, in its own table. */
  key: string
  deadline: Date
  /** Its place in the list: its deadline in microseconds, and its id. */
  place: string
}

/** So many of those after this place, or of one kind of them, the earliest deadline first. */
export async function findWork(
  reader: Reader,
  {
    now,
    after = '',
    kind,
    limit,
  }: { now: Date; after?: string | undefined; kind?: WaitKind | undefined; limit: number },
): Promise<WorkRow[]> {
  const { rows } = await reader.raw<{ rows: WorkRow[] }>(
    `select kind, id, key, deadline, place from (
       select *, lpad((extract(epoch from deadline) * 1000000)::bigint::text, 16, '0') || '_' || id collate "C" as place
       from ${DUE} due
     ) placed
     where place > :after and (:kind::text is null or kind = :kind) order by place limit :limit`,
    { now, after, kind: kind ?? null, limit, hours: HOURS, admins: [] },
  )
  return rows
}
