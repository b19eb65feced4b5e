import type { Trx } from '../../../platform/database.ts'
import type { Month } from './month.ts'

/** A settled month of a member, and how many active months in a row it ended. */
export interface Streak {
  memberId: string
  month: Month
  months: number
}

/** A month as a number that grows by one each month. */
const serial = (month: string) => `(substring(${month}, 1, 4)::int * 12 + substring(${month}, 6, 2)::int)`

/**
 * Settles all active months of these members until `until` that come after those settled before, and answers them.
 * A settled month stays: an activity of an earlier month that becomes known only now comes too late.
 */
export async function settleMonths(trx: Trx, memberIds: string[], until: Month, now: Date): Promise<Streak[]> {
  const { rows } = await trx.raw<{ rows: Streak[] }>(
    `with settled as (
       select distinct on (member_id) member_id, month, months from streak
       where member_id = any(:memberIds) order by member_id, month desc
     ),
     active as (
       select distinct activity.member_id, activity.month, ${serial('activity.month')} as serial
       from activity left join settled on settled.member_id = activity.member_id
       where activity.member_id = any(:memberIds) and activity.counted_at is not null
         and activity.month <= :until and activity.month > coalesce(settled.month, '')
     ),
     -- Months in a row are an island: rank and month grow alike.
     ranked as (
       select active.*, serial - row_number() over (partition by member_id order by serial) as island from active
     ),
     run as (
       select ranked.*, row_number() over island as place, first_value(serial) over island as first
       from ranked window island as (partition by member_id, island order by serial)
     )
     insert into streak (member_id, month, months, settled_at)
     select run.member_id, run.month,
       run.place + case when ${serial('settled.month')} = run.first - 1 then settled.months else 0 end, :now
     from run left join settled on settled.member_id = run.member_id
     order by run.member_id, run.month
     returning member_id as "memberId", month, months`,
    { memberIds, until, now },
  )
  return rows
}

/** Member -> active months in a row that `month` ended; those without are left out. */
export async function streaksAt(trx: Trx, memberIds: string[], month: Month): Promise<Map<string, number>> {
  const rows = await trx('streak').where({ month }).whereIn('member_id', memberIds).select('member_id', 'months')
  return new Map(rows.map((row) => [row.member_id, row.months]))
}

/** Members with a listing of `month` that may still count. */
export async function membersWaitingFor(trx: Trx, memberIds: string[], month: Month): Promise<Set<string>> {
  const ids = await trx('activity')
    .where({ month })
    .whereIn('member_id', memberIds)
    .whereNull('counted_at')
    .whereNotNull('counts_from')
    .pluck('member_id')
  return new Set(ids)
}
