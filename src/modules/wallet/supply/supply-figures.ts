import type { Reader } from '../../../platform/database.ts'
import type { Month } from '../bonus/month.ts'
import { BONUS_TOKENS } from '../contract.ts'
import { ESCROW, MINT } from '../ledger/account.ts'

/** SQL of the members who are active at a time, itself SQL, as a relation of `member_id`. */
export type ActiveMembers = (until: string) => string

/** Figures from which the share of a month is reckoned; tokens in hundredths. */
export interface SupplyFigures {
  /** Tokens of active members and in escrow: those of others move nothing. */
  supply: bigint
  activeMembers: number
  /** Tokens that were minted once and for all in the last 30 days, less what was burnt in fees. */
  onceOnly: bigint
  /** The full price of combos and streaks: the combos of the month before, the streaks of the one before that. */
  expected: bigint
}

const [second, third, later] = BONUS_TOKENS.streak_bonus
const REPEATABLE = `kind in ('monthly_combo', 'streak_bonus')`

/**
 * SQL of the figures as they were at a time, whenever it is asked; the arguments are SQL, too. `lastMonth` is the month
 * before the one they are for, `monthBefore` the one before that: its streaks are settled.
 */
export const figuresAt = ({
  until,
  lastMonth,
  monthBefore,
  activeMembers,
}: {
  until: string
  lastMonth: string
  monthBefore: string
  activeMembers: ActiveMembers
}) => `(
  with active as materialized (select member_id from ${activeMembers(until)} members)
  select
    (
      select (
        coalesce(sum(amount) filter (where credit = '${ESCROW}' or credit in (select member_id from active)), 0)
        - coalesce(sum(amount) filter (where debit = '${ESCROW}' or debit in (select member_id from active)), 0)
      )::int8
      from transfer where created_at < ${until}
    ) as supply,
    (select count(*)::int from active) as active_members,
    (
      select coalesce(sum(case kind when 'fee' then -amount else amount end), 0)::int8 from transfer
      where created_at >= ${until} - interval '720 hours' and created_at < ${until}
        and (debit = '${MINT}' and not ${REPEATABLE} or kind = 'fee')
    ) as once_only,
    (
      select ${BONUS_TOKENS.monthly_combo * 100} * count(*) from (
        select from activity where month = ${lastMonth} and counted_at < ${until}
        group by member_id having count(distinct kind) = 2
      ) combo
    ) + (
      select coalesce(sum(case months when 2 then ${second * 100} when 3 then ${third * 100} else ${later * 100} end), 0)::int8
      from streak where month = ${monthBefore} and months > 1 and settled_at < ${until}
    ) as expected
)`

export async function readFigures(
  reader: Reader,
  { until, lastMonth, monthBefore }: { until: Date; lastMonth: Month; monthBefore: Month },
  activeMembers: ActiveMembers,
): Promise<SupplyFigures> {
  const sql = figuresAt({
    until: ':until::timestamptz',
    lastMonth: ':lastMonth::text',
    monthBefore: ':monthBefore::text',
    activeMembers,
  })
  const { rows } = await reader.raw<{ rows: SupplyFigures[] }>(
    `select supply, active_members as "activeMembers", once_only as "onceOnly", expected from ${sql} as figures`,
    { until, lastMonth, monthBefore },
  )
  const [figures] = rows
  if (!figures) throw new Error('no figures of the supply')
  return figures
}
