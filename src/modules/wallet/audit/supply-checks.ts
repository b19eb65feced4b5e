import { decimal, type Check } from '../../../platform/audit.ts'
import { ALL } from '../supply/factor.ts'
import { FEWEST_ACTIVE, IN_VAIN_PERCENT, SHORT_PERCENT, STEP_PERCENT } from '../supply/share.ts'
import { type ActiveMembers, figuresAt } from '../supply/supply-figures.ts'

const earlier = (months: number) => `to_char(to_date(held.month, 'YYYY-MM') - interval '${months} months', 'YYYY-MM')`

/** The row published last before a month, and the tenths that the month before it pays. */
const LAST = `lateral (
  select target, case when month = ${earlier(1)} then tenths else ${ALL} end as tenths
  from supply_factor where month < held.month order by month desc limit 1
) before`

/** A month's share, reckoned again from the ledger. */
export const supplyFactorCheck = (activeMembers: ActiveMembers): Check => ({
  name: 'supply-factor',
  rule: "a month's share was published before it began, and follows from the ledger as it was then",
  sql: `
    select array[held.month] as ids, held.published_at as since,
      format('pays %s tenths with a supply of %s, %s active members, %s once-only and %s expected; the ledger says %s, %s, %s and %s',
        held.tenths, ${decimal('held.supply')}, held.active_members, ${decimal('held.once_only')}, ${decimal('held.expected')},
        ${decimal('found.supply')}, found.active_members, ${decimal('found.once_only')}, ${decimal('found.expected')}) as problem
    from supply_factor held
    cross join lateral ${figuresAt({
      until: 'held.counted_until',
      lastMonth: earlier(1),
      monthBefore: earlier(2),
      activeMembers,
    })} found
    where held.published_at >= held.begins_at
      or (held.once_only, held.expected) is distinct from (found.once_only, found.expected)
      or held.counts_gifts and (held.supply, held.active_members) is distinct from (found.supply, found.active_members)
      or held.tenths <> case
        when held.expected = 0 then 10 * (held.target * held.active_members > held.supply + held.once_only)::int
        else greatest(0, least(10, floor(10.0 * (held.target * held.active_members - held.supply - held.once_only) / held.expected)))
      end`,
})

/** The target of each month, by what was published before. */
export const SUPPLY_CHECKS: Check[] = [
  {
    name: 'supply-target',
    rule: 'the target moves by at most a tenth from the one that was published before it',
    sql: `
      select array[held.month] as ids, held.published_at as since,
        format('goes from %s to %s', ${decimal('before.target')}, ${decimal('held.target')}) as problem
      from supply_factor held cross join ${LAST}
      where held.target * 10 not between before.target * 9 and before.target * 11`,
  },
  {
    name: 'supply-moves',
    rule: 'a target that moves by itself goes where the meters of the last month that had ended send it',
    sql: `
      select array[held.month] as ids, held.published_at as since,
        format('goes from %s to %s with %s short and %s in vain of %s in %s; that makes %s', ${decimal('held.moved_from')},
          ${decimal('held.target')}, held.short_members, held.in_vain_members, held.meters_active, held.meters_month,
          ${decimal('reckoned.target')}) as problem
      from supply_factor held
      left join ${LAST} on true
      cross join lateral (
        select held.short_members * 100 > ${SHORT_PERCENT} * held.meters_active as short,
          held.in_vain_members * 100 > ${IN_VAIN_PERCENT} * held.meters_active as idle
      ) read
      cross join lateral (
        select case
          when held.meters_active < ${FEWEST_ACTIVE} or read.short = read.idle then held.moved_from
          when read.short and coalesce(before.tenths, ${ALL}) < 10 then held.moved_from * ${100 + STEP_PERCENT} / 100
          when read.idle and coalesce(before.tenths, ${ALL}) > 0 then (held.moved_from * ${100 - STEP_PERCENT} + 99) / 100
          else held.moved_from
        end as target
      ) wished
      cross join lateral (
        select coalesce(least(greatest(wished.target, (before.target * 9 + 9) / 10), before.target * 11 / 10), wished.target)
          as target
      ) reckoned
      where held.moved_from is not null
        and (held.target <> reckoned.target or held.meters_month is distinct from
          case when held.meters_month is not null then ${earlier(2)} end)`,
  },
]
