import { decimal, type Audited } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'
import { ABSENCE_ROWS, PROBLEM_ROWS } from '../../handover/index.ts'
import { ACTIVE_MEMBERS } from '../../purchasing/index.ts'
import { BALANCES, FACTOR_ROWS, supplyFactorCheck, TRANSFER_ROWS } from '../../wallet/index.ts'
import { TRADED } from '../months/figures.ts'

const MINTS = `kind not in ('hold', 'release', 'void', 'fee')`

/** The complete months, counted again from the ledger. */
export const ECONOMY_AUDIT: Audited = {
  counts: {
    months: {
      sql: 'select count(*) from economy_month where complete',
      said: words('{count, plural, one {# complete month} other {# complete months}}'),
    },
  },
  checks: [
    supplyFactorCheck(ACTIVE_MEMBERS),
    {
      name: 'economy-months',
      rule: words("a complete month's supply, escrow and fees are those of the ledger, and no month is missing"),
      sql: `
        select array[month] as ids, ends_at as since,
          case when begins_at is distinct from coalesce(ended_before, begins_at)
            then format('begins at %s, but the month before ends at %s', begins_at, ended_before)
            else format('says supply %s, escrow %s and fees %s; the ledger says %s, %s and %s', ${decimal('supply')},
              ${decimal('escrow')}, ${decimal('burnt')}, ${decimal('supply_then')}, ${decimal('escrow_then')}, ${decimal('burnt_then')})
          end as problem
        from (
          select month.*, moved.burnt as burnt_then, lag(ends_at) over months as ended_before,
            sum(moved.minted - moved.burnt) over months as supply_then, sum(moved.held) over months as escrow_then
          from economy_month month
          cross join lateral (
            select coalesce(sum(amount) filter (where ${MINTS}), 0) as minted,
              coalesce(sum(amount) filter (where kind = 'fee'), 0) as burnt,
              coalesce(sum(case when kind = 'hold' then amount when not (${MINTS}) then -amount end), 0) as held
            from ${TRANSFER_ROWS} transfer where created_at >= month.begins_at and created_at < month.ends_at
          ) moved
          where month.complete window months as (order by month.month)
        ) counted
        where (supply, escrow, burnt) is distinct from (supply_then, escrow_then, burnt_then)
          or begins_at is distinct from coalesce(ended_before, begins_at)`,
    },
    {
      name: 'economy-activity',
      rule: "a complete month's active members, their trades and what lies with others are those on record",
      sql: `
        select array[month] as ids, ends_at as since,
          format('says %s active members, %s trades of %s and %s idle; on record are %s, %s of %s and %s', active_members, trades,
            trade_members, ${decimal('idle')}, active.members, traded.things, traded.members, ${decimal('lying.tokens')}) as problem
        from economy_month
        cross join lateral (select count(*)::int as members from ${ACTIVE_MEMBERS('ends_at')} active) active
        cross join lateral ${TRADED('begins_at', 'ends_at')} traded
        cross join lateral (
          select coalesce(sum(balance), 0)::int8 as tokens from ${BALANCES('ends_at')} account
          where kind = 'member' and id not in (select member_id from ${ACTIVE_MEMBERS('ends_at')} active)
        ) lying
        where complete and counts_gifts and (active_members, trades, trade_members, idle)
          is distinct from (active.members, traded.things, traded.members, lying.tokens)`,
    },
    {
      name: 'economy-trouble',
      rule: 'the no-shows and problems of a complete month are those that are on record',
      sql: `
        select array[month] as ids, ends_at as since,
          format('says %s no-shows and %s problems, on record are %s and %s', no_shows, problems, absences, reported) as problem
        from economy_month month
        cross join lateral (
          select count(*) as absences from ${ABSENCE_ROWS} absence where counted_at >= begins_at and counted_at < ends_at
        ) absent
        cross join lateral (
          select count(*) as reported from ${PROBLEM_ROWS} problem where reported_at >= begins_at and reported_at < ends_at
        ) told
        where complete and no_shows is not null and (no_shows, problems) is distinct from (absences, reported)`,
    },
    {
      name: 'economy-meters',
      rule: 'a target that moved by itself moved on the meters of a complete month',
      sql: `
        select array[published.month] as ids, published_at as since,
          format('was moved with %s short and %s in vain of %s in %s, which says %s, %s and %s', published.short_members,
            published.in_vain_members, meters_active, meters_month, month.short_members, month.in_vain_members, active_members)
            as problem
        from ${FACTOR_ROWS} published
        left join economy_month month on month.month = meters_month and complete and counted_until <= published_at
        where meters_month is not null
          and (published.short_members, published.in_vain_members, meters_active)
            is distinct from (month.short_members, month.in_vain_members, active_members)`,
    },
    {
      name: 'economy-minted',
      rule: 'what a complete month says was minted for a reason is what the ledger says',
      sql: `
        select array[coalesce(said.month, found.month), coalesce(said.reason, found.reason)] as ids, null::timestamptz as since,
          format('says %s, the ledger %s', coalesce(${decimal('said.amount')}, 'nothing'), coalesce(${decimal('found.amount')}, 'nothing'))
            as problem
        from (select minted.* from economy_minted minted join economy_month using (month) where complete) said
        full join (
          select month.month, moved.kind as reason, sum(moved.amount) as amount, count(distinct moved.credit) as members
          from economy_month month
          join ${TRANSFER_ROWS} moved on moved.created_at >= month.begins_at and moved.created_at < month.ends_at and moved.${MINTS}
          where month.complete group by 1, 2
        ) found on found.month = said.month and found.reason = said.reason
        where (said.amount, said.members) is distinct from (found.amount, found.members)`,
    },
  ],
}
