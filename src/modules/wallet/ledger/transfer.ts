import type { Facts } from '../../../platform/language/facts.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
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
  /** The hold that it is paid from, and how much that has to be: without, it is not posted. */
  hold?: string
  held?: bigint
  /** Ids of which any one, once posted, stands for this transfer too. */
  unless?: string[]
  /** The facts from which, with its kind, the words of the statement are made: `statement/describe.ts`. */
  facts: Facts
}

/**
 * The one place where balances change: one statement locks all accounts by id, and writes the transfers, their two
 * entries each and the new balances. A transfer that already exists is skipped. The fewer statements follow in the
 * transaction, the better: everybody waits for the accounts of the market.
 * @returns the ids that were posted by this call
 * @throws {Conflict} TRANSFER_MISMATCH where an id was used before for something else
 * @throws a check violation of account_balance_sign where a balance would not suffice
 */
export async function post(trx: Trx, transfers: Transfer[], now: Date): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const accounts = [...new Set(transfers.flatMap(({ debit, credit }) => [debit, credit]))]
  const wanted = JSON.stringify(
    transfers.map((transfer, ordinal) => ({ ...transfer, ordinal })),
    bigintAsText,
  )
  // A statement sees what was there when it began. What else stands for a transfer may come while it waits for a lock.
  if (transfers.some(({ unless }) => unless)) await trx.raw(LOCK, { accounts })
  const { rows } = await trx.raw<{ rows: { posted: string[]; missing: string[] | null }[] }>(POST, {
    accounts,
    wanted,
    now,
  })
  const { posted = [], missing } = rows[0] ?? {}
  if (missing) throw new Error(`no account: ${missing.join(', ')}`)
  if (posted.length < transfers.length) await refuseOtherBody(trx, wanted)
  return new Set(posted)
}

const LOCK = `
  select id, version, balance from account where id = any(:accounts::uuid[]) order by id for no key update`

const WANTED = `
  select * from jsonb_to_recordset(:wanted::jsonb) as wanted (
    ordinal int, id text, kind text, debit uuid, credit uuid, amount bigint, resolves text, reference text,
    hold text, held bigint, unless text[], facts jsonb
  )`

/** A transaction that waits for a lock gets the row as it is then; nothing is inserted before all are held. */
const POST = `
  with locked as materialized (${LOCK}),
  missing as (select array_agg(id) as ids from unnest(:accounts::uuid[]) id where id not in (select id from locked)),
  posted as (
    insert into transfer (id, kind, debit, credit, amount, resolves, reference, description, facts, created_at)
    select id, kind, debit, credit, amount, resolves, reference, '', facts, :now::timestamptz
    from (${WANTED}) wanted
    where (select ids from missing) is null
      and (wanted.hold is null or exists (select from transfer where transfer.id = wanted.hold and transfer.amount = wanted.held))
      and (wanted.unless is null or not exists (select from transfer instead where instead.id = any(wanted.unless)))
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
      locked.version + row_number() over chain as version,
      locked.balance + sum(leg.amount) over chain as balance_after
    from leg join locked on locked.id = leg.account_id
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
  select array(select id from posted) as posted, ids as missing from missing`

/**
 * The words and the time may differ in a repeat; who, how much and what for may not. A bonus keeps its first occasion:
 * the second listing asks again for the reward of the first.
 */
async function refuseOtherBody(trx: Trx, wanted: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select transfer.id from (${WANTED}) wanted join transfer using (id)
     where (transfer.kind, transfer.debit, transfer.credit, transfer.amount, transfer.resolves)
       is distinct from (wanted.kind, wanted.debit, wanted.credit, wanted.amount, wanted.resolves)
       or (transfer.reference is distinct from wanted.reference and transfer.debit <> :mint)`,
    { wanted, mint: MINT },
  )
  const [other] = rows
  if (other) {
    const said = say('{id} was already posted with different details', { id: other.id })
    throw new Conflict(WALLET_CODES.TRANSFER_MISMATCH, said)
  }
}

const bigintAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
