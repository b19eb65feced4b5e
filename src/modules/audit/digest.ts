import { createHash } from 'node:crypto'
import { readRows, type History } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database.ts'

/** The last line of a history, and the hash up to it. */
interface Mark {
  number: bigint
  hash: string
}
/** A mark of each history, in their order. */
export type Digest = Mark[]

const LABEL = 'ledger1'
/** Histories that a digest of this label stands for. */
const HISTORIES = 4
const PART = /^(\d{1,18})-([0-9a-f]{32})$/

/** `ledger1:12-…:5-…:2-…:9-…`: of each history, how many lines and the hash over them. */
export function formatDigest(digest: Digest): string {
  return [LABEL, ...digest.map(({ number, hash }) => `${number}-${hash}`)].join(':')
}

/** @throws Error for a text that is no digest */
export function parseDigest(text: string): Digest {
  const [label = '', ...parts] = text.trim().split(':')
  const digest = parts.flatMap((part) => {
    const [, number, hash] = PART.exec(part) ?? []
    return number === undefined || hash === undefined ? [] : [{ number: BigInt(number), hash }]
  })
  if (label !== LABEL || parts.length !== HISTORIES || digest.length !== HISTORIES)
    throw new Error('This is not a digest that market audit-ledger has printed.')
  return digest
}

export async function takeDigest(trx: Trx, histories: History[]): Promise<Digest> {
  const digest: Digest = []
  for (const history of histories) digest.push(await hashUpTo(trx, history))
  return digest
}

export interface Rewritten {
  ids: string[]
  problem: string
}

/** The histories that up to `earlier` are not what it was when that digest was taken. */
export async function compareDigest(trx: Trx, histories: History[], earlier: Digest): Promise<Rewritten[]> {
  const rewritten: Rewritten[] = []
  for (const [index, { number, hash }] of earlier.entries()) {
    const history = histories[index]
    if (!history) continue
    const now = await hashUpTo(trx, history, number)
    if (now.number === number && now.hash === hash) continue
    rewritten.push({
      ids: [history.subject],
      problem: `the first ${number} ${history.lines} were changed since the digest was taken`,
    })
  }
  return rewritten
}

async function hashUpTo(trx: Trx, { sql }: History, last?: bigint): Promise<Mark> {
  const hash = createHash('sha256')
  let number = 0n
  for await (const row of readRows<{ number: bigint; line: string }>(trx, sql(last))) {
    hash.update(row.line).update('\n')
    number = row.number
  }
  return { number, hash: hash.digest('hex').slice(0, 32) }
}
