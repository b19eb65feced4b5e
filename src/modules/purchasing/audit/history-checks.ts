import { utc, type Check, type History } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'
import { TRANSITIONS } from '../states.ts'

const WAYS = TRANSITIONS.flatMap(({ from, to }) => (from === null ? [] : [`'${from} ${to}'`]))

/** Facts that may be others after a step: how things are brought until they are paid, and what is erased once it is over, or taken back by an admin. */
const MAY_CHANGE = `
  key = 'state'
  or key in ('delivery_method', 'courier_fee_cents') and step.before ->> 'state' = 'reserved'
  or key = 'refunded_at' and step.before -> 'failure' is null and step.facts -> 'failure' is not null
  or key = 'refund_cents' and (step.facts ->> key)::int > (step.before ->> key)::int
  or key = 'listing_id' and step.facts -> key is null
  or key = 'dispute' and step.facts ->> 'state' <> 'disputed'
  or key in ('answer', 'appeal', 'call_off_reason', 'absent_word', 'absent_answer') and step.facts -> key is null
  or step.subject = 'thanks' and key in ('removed_at', 'removed_because') and step.facts -> key is null
  or step.subject = 'appeal' and key in ('decision', 'reason', 'decided_at', 'decided_by') and step.facts -> key is null
  or key = 'is_admin'`

/** SQL of what is another fact now, in words. */
const differences = (now: string, before: string, which: string) => `(
  select string_agg(format('%s is %s instead of %s', key, coalesce(new.value, 'nothing'), coalesce(old.value, 'nothing')), ', ' order by key)
  from jsonb_each_text(${before}) old full join jsonb_each_text(${now}) new using (key)
  where new.value is distinct from old.value and (${which})
)`

/** The key of one part of an order, beside the others. */
const OWN = `coalesce(nullif(facts ->> 'number', '1'), facts ->> 'key', '')`

const nameOf = (row: string) => `array_remove(array[${row}.subject_id::text, nullif(${row}.own, '')], null)`

/** Rules between the rows as they are now and the lines that were noted as they changed. */
export const HISTORY_CHECKS: Check[] = [
  {
    name: 'purchase-history',
    rule: words(
      'purchases, how they were decided and thanked for, and what admins did are what their last lines of history say',
    ),
    sql: `
      select ${nameOf('named')} as ids, last.noted_at as since,
        case
          when last.facts is null then format('has no history as a row of %s', subject)
          when noted.facts is null and subject <> 'member' then format('has a history as a row of %s, but is gone', subject)
          else ${differences(`coalesce(noted.facts, '{}')`, 'last.facts', 'true')}
        end as problem
      from (select *, ${OWN} as own from noted_facts) noted
      full join (
        select distinct on (subject, subject_id, ${OWN}) subject, subject_id, ${OWN} as own, facts, noted_at
        from purchase_history order by subject, subject_id, ${OWN}, number desc
      ) last using (subject, subject_id, own)
      cross join lateral (select subject_id, own) named
      where noted.facts is distinct from nullif(last.facts, '{}')`,
  },
  {
    name: 'purchase-steps',
    rule: words(
      'a purchase begins as a reservation and goes on by the ways there are, what was noted stays, and no line is missing',
    ),
    sql: `
      with step as (
        select *, ${OWN} as own, case when change <> 'found' then
          nullif(lag(facts) over (partition by subject, subject_id, ${OWN} order by number), '{}')
        end as before
        from purchase_history
      )
      select ${nameOf('step')} as ids, step.noted_at as since,
        case
          when before is null then format('begins as %s', coalesce(state, change))
          when way is not null then format('went from %s to %s', before ->> 'state', state)
          else changed
        end as problem
      from step
      cross join lateral (select facts ->> 'state' as state) now
      cross join lateral (
        select case when before ->> 'state' <> state then before ->> 'state' || ' ' || state end as way,
          ${differences('step.facts', 'step.before', `old.value is not null and not (${MAY_CHANGE})`)} as changed
      ) done
      where (before is null) <> (change <> 'update') or (change = 'insert' and state <> 'reserved' and subject <> 'appointment')
        or way not in (${WAYS.join()}) or changed is not null
      union all
      select array['purchase_history'], noted_at, format('line %s comes after line %s', number, previous)
      from (select number, noted_at, lag(number, 1, 0::bigint) over (order by number) as previous from purchase_history) line
      where number <> previous + 1`,
  },
  {
    name: 'admins',
    rule: words('whoever is an admin was made one, and that is on record'),
    sql: `
      select array[subject_id::text] as ids, null::timestamptz as since, 'is an admin, but nobody made them one' as problem
      from noted_facts member
      where subject = 'member' and not exists (
        select from noted_facts act
        where act.subject = 'admin_action' and act.facts ->> 'action' in ('admin.setup', 'admin.promote')
          and act.facts ->> 'subject' = 'member:' || member.subject_id
      )`,
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
