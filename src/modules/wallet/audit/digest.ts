import { createHash } from 'node:crypto'
import { readRows } from '../../../platform/audit.ts'
import type { Trx } from '../../../platform/database.ts'
import { ESCROW, FEES, MINT } from '../ledger/account.ts'

/*
 * Every transfer touches one of the market's own accounts, and their entries are numbered in the order in which they
 * were committed. So the first n entries of each, with the transfers and the entries on the other side, never change:
 * a hash over them shows whether history was rewritten, even where every sum agrees.
 */
const ACCOUNTS = { mint: MINT, escrow: ESCROW, fees: FEES } as const
type AccountName = keyof typeof ACCOUNTS
const NAMES = Object.keys(ACCOUNTS) as AccountName[]

/** How far an account's history goes, and the hash over it. */
interface Mark {
  version: bigint
  hash: string
}
export type Digest = Record<AccountName, Mark>

const PART = /^(\d{1,18})-([0-9a-f]{32})$/

/** `ledger1:12-…:5-…:2-…`: of mint, escrow and fees, how many entries and the hash over them. */
export function formatDigest(digest: Digest): string {
  return ['ledger1', ...NAMES.map((name) => `${digest[name].version}-${digest[name].hash}`)].join(':')
}

/** @throws Error for a text that is no digest */
export function parseDigest(text: string): Digest {
  const [label, ...parts] = text.trim().split(':')
  const marks = parts.map((part) => PART.exec(part))
  if (label !== 'ledger1' || marks.length !== NAMES.length || marks.includes(null))
    throw new Error('This is not a digest that market audit-ledger has printed.')
  const mark = (index: number): Mark => ({ version: BigInt(marks[index]?.[1] ?? 0), hash: marks[index]?.[2] ?? '' })
  return { mint: mark(0), escrow: mark(1), fees: mark(2) }
}

/** The digest of all there is. */
export async function takeDigest(trx: Trx): Promise<Digest> {
  const mark = (name: AccountName) => hashUpTo(trx, ACCOUNTS[name], undefined)
  return { mint: await mark('mint'), escrow: await mark('escrow'), fees: await mark('fees') }
}

export interface Rewritten {
  ids: string[]
  problem: string
}

/** Where history up to `earlier` is not what it was when that digest was taken. */
export async function compareDigest(trx: Trx, earlier: Digest): Promise<Rewritten[]> {
  const rewritten: Rewritten[] = []
  for (const name of NAMES) {
    const { version, hash } = earlier[name]
    const now = await hashUpTo(trx, ACCOUNTS[name], version)
    if (now.version === version && now.hash === hash) continue
    rewritten.push({
      ids: [ACCOUNTS[name]],
      problem: `the first ${version} entries of the ${name} account, their transfers or the entries on the other side were changed since the digest was taken`,
    })
  }
  return rewritten
}

async function hashUpTo(trx: Trx, accountId: string, version: bigint | undefined): Promise<Mark> {
  const hash = createHash('sha256')
  let last = 0n
  const limit = version === undefined ? '' : `and entry.version <= ${version}`
  for await (const row of readRows<{ version: bigint; line: string }>(trx, HISTORY(accountId, limit))) {
    hash.update(row.line).update('\n')
    last = row.version
  }
  return { version: last, hash: hash.digest('hex').slice(0, 32) }
}

/** Times as UTC, whatever time zone the connection or the server has. */
const HISTORY = (accountId: string, limit: string) => `
  select entry.version, jsonb_build_array(
    entry.version, entry.amount, entry.balance_after,
    transfer.id, transfer.seq, transfer.kind, transfer.debit, transfer.credit, transfer.amount, transfer.resolves,
    transfer.reference, transfer.description, to_jsonb(transfer.created_at at time zone 'UTC') #>> '{}' || '+00:00',
    other.account_id, other.version, other.amount, other.balance_after
  )::text as line
  from entry
  left join transfer on transfer.id = entry.transfer_id
  left join entry other on other.transfer_id = entry.transfer_id and other.account_id <> entry.account_id
  where entry.account_id = '${accountId}' ${limit}
  order by entry.version, other.account_id`
