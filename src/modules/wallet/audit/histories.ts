import { utc, type History } from '../../../platform/audit.ts'
import { ESCROW, FEES, MINT } from '../ledger/account.ts'

/*
 * Every transfer touches one of the market's own accounts, and their entries are numbered in the order in which they
 * were committed. So the first n entries of each, with the transfers and the entries on the other side, never change:
 * a hash over them shows whether history was rewritten, even where every sum agrees.
 */
export const LEDGER_HISTORIES: History[] = Object.entries({ mint: MINT, escrow: ESCROW, fees: FEES }).map(
  ([name, id]) => ({
    subject: id,
    lines: `entries of the ${name} account, their transfers or the entries on the other side`,
    sql: (last) => entriesOf(id, last === undefined ? '' : `and entry.version <= ${last}`),
  }),
)

const entriesOf = (accountId: string, limit: string) => `
  select entry.version as number, (jsonb_build_array(
    entry.version, entry.amount, entry.balance_after,
    transfer.id, transfer.seq, transfer.kind, transfer.debit, transfer.credit, transfer.amount, transfer.resolves,
    transfer.reference, transfer.description, ${utc('transfer.created_at')},
    other.account_id, other.version, other.amount, other.balance_after
  ) || case when transfer.facts is null then '[]' else jsonb_build_array(transfer.facts) end)::text as line
  from entry
  left join transfer on transfer.id = entry.transfer_id
  left join entry other on other.transfer_id = entry.transfer_id and other.account_id <> entry.account_id
  where entry.account_id = '${accountId}' ${limit}
  order by entry.version, other.account_id`
