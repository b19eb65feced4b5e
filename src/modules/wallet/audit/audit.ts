import type { Audited } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'
import { BONUS_CHECKS } from './bonus-checks.ts'
import { DIGEST_CHECKS } from './digest-checks.ts'
import { LEDGER_HISTORIES } from './histories.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'
import { SUPPLY_CHECKS } from './supply-checks.ts'

/** Transfers and activities as relations that other modules' checks can join. */
export const TRANSFER_ROWS = '(select id, kind, debit, credit, amount, reference, created_at from transfer)'
export const ACTIVITY_ROWS = '(select reference, kind, member_id, buyer_id, occurred_at, counted_at from activity)'

export const WALLET_AUDIT: Audited = {
  counts: {
    accounts: {
      sql: 'select count(*) from account',
      said: words('{count, plural, one {# account} other {# accounts}}'),
    },
    transfers: {
      sql: 'select count(*) from transfer',
      said: words('{count, plural, one {# transfer} other {# transfers}}'),
    },
    entries: { sql: 'select count(*) from entry', said: words('{count, plural, one {# entry} other {# entries}}') },
    'open holds': {
      sql: `
        select count(*) from transfer hold
        where kind = 'hold' and not exists (select from transfer resolution where resolution.resolves = hold.id)`,
      said: words('{count, plural, one {# open hold} other {# open holds}}'),
    },
  },
  checks: [...LEDGER_CHECKS, ...BONUS_CHECKS, ...SUPPLY_CHECKS, ...DIGEST_CHECKS],
  histories: LEDGER_HISTORIES,
}
