import { utc, type Check, type History } from '../../../platform/audit.ts'
import type { PurchaseState } from '../contract.ts'

/** The ways from one state to another. */
const STEPS: Partial<Record<PurchaseState, PurchaseState[]>> = {
  reserved: ['paid', 'expired'],
  paid: ['disputed', 'delivered', 'refund_due'],
  disputed: ['delivered', 'refund_due'],
  refund_due: ['refunded', 'refund_failed'],
}

const WAYS = Object.entries(STEPS).flatMap(([from, to]) => to.map((state) => `'${from} ${state}'`))

/** Facts that may be others after a step: how things are brought until they are paid, and what is erased once it is over. */
const MAY_CHANGE = `
  key = 'state'
  or key in ('delivery_method', 'courier_fee_cents') and step.before ->> 'state' = 'reserved'
  or key = 'listing_id' and step.facts -> key is null
  or key = 'dispute' and step.facts ->> 'state' <> 'disputed'`

/** SQL of what is another fact now, in words. */
const differences = (now: string, before: string, which: string) => `(
  select string_agg(format('%s is %s instead of %s', key, coalesce(new.value, 'nothing'), coalesce(old.value, 'nothing')), ', ' order by key)
  from jsonb_each_text(${before}) old full join jsonb_each_text(${now}) new using (key)
  where new.value is distinct from old.value and (${which})
)`

/** What must hold between purchases and the lines that were written about them as they changed. */
export const HISTORY_CHECKS: Check[] = [
  {
    name: 'purchase-history',
    rule: 'a purchase is what the last line of its history says',
    sql: `
      select array[coalesce(purchase.id, last.subject_id)::text] as ids, last.noted_at as since,
        case
          when last.facts is null then 'has no history'
          when purchase.id is null then 'has a history, but is gone'
          else ${differences('facts_of(purchase)', 'last.facts', 'true')}
        end as problem
      from purchase
      full join (
        select distinct on (subject_id) subject_id, facts, noted_at from purchase_history
        where subject = 'purchase' order by subject_id, number desc
      ) last on last.subject_id = purchase.id
      where facts_of(purchase) is distinct from last.facts`,
  },
  {
    name: 'purchase-steps',
    rule: 'a purchase begins as a reservation and goes on by the ways there are, what was noted stays, and no line is missing',
    sql: `
      with step as (
        select *, lag(facts) over (partition by subject_id order by number) as before
        from purchase_history where subject = 'purchase'
      )
      select array[step.subject_id::text] as ids, step.noted_at as since,
        case
          when before is null then format('begins as %s', state)
          when way is not null then format('went from %s to %s', before ->> 'state', state)
          else changed
        end as problem
      from step
      cross join lateral (select facts ->> 'state' as state) now
      cross join lateral (
        select case when before ->> 'state' <> state then before ->> 'state' || ' ' || state end as way,
          ${differences('step.facts', 'step.before', `old.value is not null and not (${MAY_CHANGE})`)} as changed
      ) done
      where (before is null) <> (change <> 'update') or (change = 'insert' and state <> 'reserved')
        or way not in (${WAYS.join()}) or changed is not null
      union all
      select array['purchase_history'], noted_at, format('line %s comes after line %s', number, previous)
      from (select number, noted_at, lag(number, 1, 0::bigint) over (order by number) as previous from purchase_history) line
      where number <> previous + 1`,
  },
]

export const PURCHASE_HISTORY: History = {
  subject: 'purchase_history',
  lines: 'lines of the history of purchases',
  sql: (last) => `
    select number, jsonb_build_array(number, subject, subject_id, change, facts, ${utc('noted_at')})::text as line
    from purchase_history ${last === undefined ? '' : `where number <= ${last}`}
    order by number`,
}
