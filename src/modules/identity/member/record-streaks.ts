import type { Trx } from '../../../platform/database.ts'

export interface MemberStreak {
  memberId: string
  /** Active months in a row; 0 where the streak is broken. */
  months: number
}

/** Sets the current streaks of many members. Only rows that change are locked, in the order of their ids, and written. */
export async function recordStreaks(trx: Trx, streaks: MemberStreak[], now: Date): Promise<void> {
  await trx.raw(
    `with changed as (
       select member.id, streak.months
       from member join unnest(?::uuid[], ?::int[]) as streak (member_id, months) on streak.member_id = member.id
       where member.current_streak <> streak.months
       order by member.id for no key update of member
     )
     update member set current_streak = changed.months, updated_at = ? from changed where member.id = changed.id`,
    [streaks.map(({ memberId }) => memberId), streaks.map(({ months }) => months), now],
  )
}
