import type { Audited } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'
import { LINE_ROWS } from '../../purchasing/index.ts'

/** Problems that were reported, and appointments whose other side did not come, as relations that others can join. */
export const PROBLEM_ROWS = '(select reported_at from problem)'
export const ABSENCE_ROWS =
  '(select absent_counted_at as counted_at from appointment where absent_counted_at is not null)'

export const HANDOVER_AUDIT: Audited = {
  counts: {
    decisions: {
      sql: `select count(*) from problem_decision where settled_at is not null`,
      said: words('{count, plural, one {# decision} other {# decisions}}'),
    },
  },
  checks: [
    {
      name: 'decisions',
      rule: words('what an admin decided is how it ended, unless the two sides agreed on something else meanwhile'),
      sql: `
        select array[decision.purchase_id::text, line_reference] as ids, decided_at as since,
          format('was decided as %s and is %s, but its line is %s%s', last_word,
            case when settled_at is null then 'not settled' else 'settled' end, coalesce(line.state, 'gone'),
            coalesce(' by ' || ended_by, '')) as problem
        from problem_decision decision
        cross join lateral (select coalesce(final_outcome, outcome) as last_word) decided
        left join ${LINE_ROWS} line on line.reference = line_reference
        cross join lateral (select coalesce(delivered_by, cancelled_by) as ended_by) ended
        where line.state is null
          or ended_by = 'admin' and (settled_at is null or (last_word = 'release') <> (line.state = 'delivered'))
          or settled_at is not null and ended_by is null`,
    },
  ],
}
