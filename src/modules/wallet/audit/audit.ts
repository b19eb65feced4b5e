import type { Audited } from '../../../platform/audit.ts'
import { BONUS_CHECKS } from './bonus-checks.ts'
import { DIGEST_CHECKS } from './digest-checks.ts'
import { LEDGER_HISTORIES } from './histories.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'
import { SUPPLY_CHECKS } from './supply-checks.ts'

/** Transfers and activities as relations that other modules' checks can join. */
export const TRANSFER_ROWS = '(select id, kind, debit, credit, amount, reference, created_at from transfer)'
export const ACTIVITY_ROWS = '(select reference, kind, member_id, buyer_id, occurred_at from activity)'

export const WALLET_AUDIT: Audited = {
  counts: {
    accounts: 'select count(*) from account',
    transfers: 'select count(*) from transfer',
    entries: 'select count(*) from entry',
    'open holds': `
      select count(*) from transfer hold
      where kind = 'hold' and not exists (select from transfer resolution where resolution.resolves = hold.id)`,
  },
  checks: [...LEDGER_CHECKS, ...BONUS_CHECKS, ...SUPPLY_CHECKS, ...DIGEST_CHECKS],
  histories: LEDGER_HISTORIES,
}
