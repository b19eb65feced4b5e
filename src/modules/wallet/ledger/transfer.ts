import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { MINT } from './account.ts'
import { WALLET_CODES, type BonusKind } from '../contract.ts'

/** Tokens that move from one account to another. A member's account has the member's id. */
export interface Transfer {
  /** The business key: whatever shares it is the same transfer, and happens once. */
  id: string
  kind: 'hold' | 'release' | 'fee' | 'void' | BonusKind
  debit: string
  credit: string
  /** Hundredths of a token, more than 0. */
  amount: bigint
  /** The transfer that this one completes. */
  resolves?: string
  reference?: string
  /** Ids of which any one, once posted, stands for this transfer too. */
  unless?: string[]
  /** What the member reads in the statement. */
  description: string
}

/**
 * The one place where balances change. All accounts are locked by id in one statement; then the transfers, their two
 * entries each and the new balances are written in one other. A transfer that already exists is skipped.
 * @returns the ids that were posted by this call
 * @throws {Conflict} TRANSFER_MISMATCH where an id was used before for something else
 * @throws a check violation of account_balance_sign where a balance would not suffice
 */
export async function post(trx: Trx, transfers: Transfer[], now: Date): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  await lockAccounts(trx, new Set(transfers.flatMap(({ debit, credit }) => [debit, credit])))
  const wanted = JSON.stringify(
    transfers.map((transfer, ordinal) => ({ ...transfer, ordinal })),
    bigintAsText,
  )
  // A statement of its own: it sees what those committed who held the locks before.
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(POST, [now, wanted])
  const posted = new Set(rows.map((row) => row.id))
  if (posted.size < transfers.length) await refuseOtherBody(trx, wanted)
  return posted
}

const WANTED = `
  select * from jsonb_to_recordset(?::jsonb) as wanted (
    ordinal int, id text, kind text, debit uuid, credit uuid, amount bigint, resolves text, reference text, unless text[], description text
  )`

const POST = `
  with posted as (
    insert into transfer (id, kind, debit, credit, amount, resolves, reference, description, created_at)
    select id, kind, debit, credit, amount, resolves, reference, description, ?::timestamptz
    from (${WANTED}) wanted
    where wanted.unless is null or not exists (select from transfer instead where instead.id = any(wanted.unless))
    order by ordinal
    on conflict (id) do nothing
    returning id, seq, debit, credit, amount
  ),
  leg as (
    select id, seq, debit as account_id, -amount as amount from posted
    union all
    select id, seq, credit, amount from posted
  ),
  line as (
    select leg.account_id, leg.id, leg.amount,
      account.version + row_number() over chain as version,
      account.balance + sum(leg.amount) over chain as balance_after
    from leg join account on account.id = leg.account_id
    window chain as (partition by leg.account_id order by leg.seq)
  ),
  entered as (
    insert into entry (account_id, version, transfer_id, amount, balance_after)
    select account_id, version, id, amount, balance_after from line
  ),
  moved as (
    update account set balance = tip.balance_after, version = tip.version
    from (select distinct on (account_id) * from line order by account_id, version desc) tip
    where account.id = tip.account_id
  )
  select id from posted`

async function lockAccounts(trx: Trx, ids: Set<string>): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    'select id from account where id = any(?::uuid[]) order by id for no key update',
    [[...ids]],
  )
  if (rows.length === ids.size) return
  const found = new Set(rows.map((row) => row.id))
  throw new Error(`no account: ${[...ids].filter((id) => !found.has(id)).join(', ')}`)
}

/**
 * The words and the time may differ in a repeat; who, how much and what for may not. A bonus keeps its first occasion:
 * the second listing asks again for the reward of the first.
 */
async function refuseOtherBody(trx: Trx, wanted: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select transfer.id from (${WANTED}) wanted join transfer using (id)
     where (transfer.kind, transfer.debit, transfer.credit, transfer.amount, transfer.resolves)
       is distinct from (wanted.kind, wanted.debit, wanted.credit, wanted.amount, wanted.resolves)
       or (transfer.reference is distinct from wanted.reference and transfer.debit <> ?)`,
    [wanted, MINT],
  )
  const [other] = rows
  if (other) throw new Conflict(WALLET_CODES.TRANSFER_MISMATCH, `${other.id} was posted before with another content`)
}

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
