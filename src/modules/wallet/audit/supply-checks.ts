import { decimal, type Check } from '../../../platform/audit.ts'
import { figuresAt } from '../supply/supply-figures.ts'

const earlier = (months: number) => `to_char(to_date(held.month, 'YYYY-MM') - interval '${months} months', 'YYYY-MM')`

/** The repeatable bonuses of a month, reckoned again from the ledger. */
export const SUPPLY_CHECKS: Check[] = [
  {
    name: 'supply-factor',
    rule: "a month's share was published before it began, and follows from the ledger as it was then",
    sql: `
      select array[held.month] as ids, held.published_at as since,
        format('pays %s tenths with a supply of %s, %s active members, %s once-only and %s expected; the ledger says %s, %s, %s and %s',
          held.tenths, ${decimal('held.supply')}, held.active_members, ${decimal('held.once_only')}, ${decimal('held.expected')},
          ${decimal('found.supply')}, found.active_members, ${decimal('found.once_only')}, ${decimal('found.expected')}) as problem
      from supply_factor held
      cross join lateral ${figuresAt({ until: 'held.counted_until', lastMonth: earlier(1), monthBefore: earlier(2) })} found
      where held.published_at >= held.begins_at
        or (held.supply, held.active_members, held.once_only, held.expected)
          is distinct from (found.supply, found.active_members, found.once_only, found.expected)
        or held.tenths <> case
          when found.expected = 0 then 10 * (held.target * held.active_members > found.supply + found.once_only)::int
          else greatest(0, least(10, floor(10.0 * (held.target * held.active_members - found.supply - found.once_only) / found.expected)))
        end`,
  },
  {
    name: 'supply-target',
    rule: 'the target moves by at most a tenth from one month to the next',
    sql: `
      select array[held.month] as ids, held.published_at as since,
        format('goes from %s to %s', ${decimal('before.target')}, ${decimal('held.target')}) as problem
      from supply_factor held join supply_factor before on before.month = ${earlier(1)}
      where held.target * 10 not between before.target * 9 and before.target * 11`,
  },
]
