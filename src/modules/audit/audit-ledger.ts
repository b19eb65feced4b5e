import { readRows, type Audited } from '../../platform/audit.ts'
import type { Database, Trx } from '../../platform/database.ts'
import { type Said, words } from '../../platform/language/words.ts'
import { CATALOG_AUDIT } from '../catalog/index.ts'
import { ECONOMY_AUDIT } from '../economy/index.ts'
import { HANDOVER_AUDIT } from '../handover/index.ts'
import { IDENTITY_AUDIT } from '../identity/index.ts'
import { PURCHASING_AUDIT } from '../purchasing/index.ts'
import { WALLET_AUDIT } from '../wallet/index.ts'
import { CONVERSATION_AUDIT } from './conversations.ts'
import { compareDigest, formatDigest, parseDigest, takeDigest } from './digest.ts'

/** Something that is wrong. */
export interface Finding {
  check: string
  /** The rows in question. */
  ids: string[]
  problem: string
  /** When the row was written, ISO 8601; null if unknown. */
  since: string | null
}

export interface AuditReport {
  counts: Record<string, number>
  checks: { name: string; rule: string; findings: number }[]
  /** Stands for all history until now; see `since`. */
  digest: string
}

export interface AuditOptions {
  /** A digest that an earlier audit has printed: history until then is compared with it. */
  since?: string | undefined
  /** Gets each finding as it is found: there may be more of them than fit in memory. */
  onFinding(finding: Finding): void
  onProgress?(progress: { done: number; total: number; name: string }): void
}

const AUDITED: Audited[] = [
  IDENTITY_AUDIT,
  WALLET_AUDIT,
  PURCHASING_AUDIT,
  HANDOVER_AUDIT,
  CATALOG_AUDIT,
  CONVERSATION_AUDIT,
  ECONOMY_AUDIT,
]
/** All that must hold, in the order in which it is checked. */
export const CHECKS = AUDITED.flatMap(({ checks }) => checks)
const COUNTS = AUDITED.flatMap(({ counts }) => Object.entries(counts))
const HISTORIES = AUDITED.flatMap(({ histories = [] }) => histories)
const HISTORY = { name: 'history', rule: words('history is what it was when the given digest was taken') }

/**
 * Proves the books, as they are at one moment and without keeping anybody waiting. Memory is bounded by one batch of
 * rows, whatever the size of the ledger.
 * @throws Error for a `since` that is no digest
 */
export async function auditLedger(db: Database, options: AuditOptions): Promise<AuditReport> {
  const since = options.since === undefined ? undefined : parseDigest(options.since)
  const total = CHECKS.length + 2
  return db.transaction(
    async (trx) => {
      await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      const counts = await countRows(trx)
      const checks: AuditReport['checks'] = []
      for (const { name, rule, sql } of CHECKS) {
        options.onProgress?.({ done: checks.length, total, name })
        checks.push({ name, rule, findings: await runCheck(trx, { name, sql }, options) })
      }
      if (since) {
        options.onProgress?.({ done: checks.length, total, name: HISTORY.name })
        const rewritten = await compareDigest(trx, HISTORIES, since)
        for (const found of rewritten) options.onFinding({ check: HISTORY.name, ...found, since: null })
        checks.push({ ...HISTORY, findings: rewritten.length })
      }
      options.onProgress?.({ done: total - 1, total, name: 'digest' })
      const digest = formatDigest(await takeDigest(trx, HISTORIES))
      options.onProgress?.({ done: total, total, name: 'done' })
      return { counts, checks, digest }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

/** The same, with all that it finds: for where that is little. */
export async function auditWhole(
  db: Database,
  options: Pick<AuditOptions, 'since'> = {},
): Promise<AuditReport & { findings: Finding[] }> {
  const findings: Finding[] = []
  const report = await auditLedger(db, { ...options, onFinding: (finding) => findings.push(finding) })
  return { ...report, findings }
}

export const describeFinding = ({ check, ids, problem }: Finding): string => `${check}: ${ids.join(', ')}: ${problem}`

/** `{ members: 2 }` as `2 members`, a message each. */
export const describeCounts = (counts: AuditReport['counts']): Said[] =>
  COUNTS.map(([name, { said }]) => ({ message: said, values: { count: counts[name] ?? 0 } }))

/** The digest that `auditLedger` would print, without its checks. */
export function ledgerDigest(db: Database): Promise<string> {
  return db.transaction(
    async (trx) => {
      await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      return formatDigest(await takeDigest(trx, HISTORIES))
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

async function runCheck(
  trx: Trx,
  { name, sql }: { name: string; sql: string },
  options: AuditOptions,
): Promise<number> {
  let findings = 0
  for await (const { ids, problem, since } of readRows<{ ids: string[]; problem: string; since: Date | null }>(
    trx,
    sql,
  )) {
    options.onFinding({ check: name, ids, problem, since: since?.toISOString() ?? null })
    findings += 1
  }
  return findings
}

async function countRows(trx: Trx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, { sql }] of COUNTS) {
    const { rows } = await trx.raw<{ rows: [{ count: number }] }>(`select (${sql})::int as count`)
    counts[name] = rows[0].count
  }
  return counts
}
