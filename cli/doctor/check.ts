import pg from 'pg'
import type { Config } from '../../src/platform/config.ts'
import { budgetLeft, withDeadline, withinBudget } from '../../src/platform/process/deadline.ts'
import { type Database, withConnection } from '../../src/platform/database.ts'
import { DEADLINES } from '../../src/platform/database/half-open.ts'
import { innermost } from '../../src/platform/errors.ts'
import { type Said, say } from '../../src/platform/language/words.ts'

/** A finding, and what to do about it where something is wrong or may become so. */
export interface Finding {
  /** `skipped`: there is nothing to look at, because it isn't configured, or because something else has to be mended first. */
  verdict: 'good' | 'warning' | 'bad' | 'skipped'
  found: string | Said
  advice?: string | Said
}

export interface Check {
  name: string
  /** An earlier one, without which this one would only find the same again. */
  needs?: string
  /** An error that it throws is a finding as well. It has until the signal. */
  examine: (config: Config, signal: AbortSignal) => Promise<Finding | Finding[]>
  /** It is given where the check throws, or finds something wrong without advice of its own. */
  advice: string
}

export type NamedFinding = Finding & { name: string }

/** For all checks together, which are made at once: whoever waits at a terminal wants to know before long. */
export const LIMIT = { ms: 8000 }

export const good = (found: string | Said): Finding => ({ verdict: 'good', found })
export const skipped = (found: string | Said): Finding => ({ verdict: 'skipped', found })
/** @param advice that of the check where left out */
export const bad = (found: string | Said, advice?: string | Said): Finding => ({
  verdict: 'bad',
  found,
  ...(advice && { advice }),
})
/** @param advice that of the check where left out */
export const warning = (found: string | Said, advice?: string | Said): Finding => ({
  ...bad(found, advice),
  verdict: 'warning',
})

/**
 * Makes all checks at once and tells of each in their order. Never throws: whatever goes wrong is what was found. Within
 * the budget everything that a check asks gives up in time as well, and no socket keeps the process.
 */
export async function runChecks(
  checks: Check[],
  config: Config,
  report: (finding: NamedFinding) => void,
): Promise<NamedFinding[]> {
  return withinBudget(LIMIT.ms, async () => {
    const running = new Map<string, Promise<Finding[]>>()
    for (const check of checks) running.set(check.name, runCheck(check, config, running.get(check.needs ?? '')))
    const all: NamedFinding[] = []
    for (const [name, findings] of running) {
      const named = (await findings).map((finding) => ({ name, ...finding }))
      named.forEach(report)
      all.push(...named)
    }
    return all
  })
}

async function runCheck(
  { needs, examine, advice }: Check,
  config: Config,
  needed: Promise<Finding[]> | undefined,
): Promise<Finding[]> {
  if ((await needed)?.some(({ verdict }) => verdict === 'bad' || verdict === 'skipped'))
    return [skipped(say('not asked before {needs} is right', { needs: { message: needs ?? '' } }))]
  try {
    const findings = [await withDeadline(LIMIT.ms, (signal) => examine(config, signal))].flat()
    return findings.map((finding) => (isWrong(finding) ? { advice, ...finding } : finding))
  } catch (error) {
    // The cause says more than what users are told; one line of it.
    return [bad(innermost(error).message.split('\n')[0] ?? '', advice)]
  }
}

const isWrong = ({ verdict }: Finding) => verdict === 'bad' || verdict === 'warning'

/** Runs a check's queries on connections that end in time. */
export function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const deadlines = { ...DEADLINES, query: Math.min(DEADLINES.query, budgetLeft()) }
  return withConnection(url, { poolMax: 2, applicationName: NAME, deadlines }, work)
}

/** The same with a single connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: NAME,
    connectionTimeoutMillis: DEADLINES.connect,
    query_timeout: Math.min(DEADLINES.query, budgetLeft()),
  })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** PostgreSQL knows the doctor's own connections by this name. */
const NAME = 'market-doctor'
