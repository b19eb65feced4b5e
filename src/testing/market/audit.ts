import { CHECKS, type Finding } from '../../modules/audit/index.ts'
import type { Reader } from '../../platform/database.ts'
import type { TestMarket } from './market.ts'

/** All checks in one statement, which a connection plans once: `auditLedger` asks some 130, and tests audit hundreds of times. */
const ALL_CHECKS = CHECKS.map(
  ({ name, sql }) => `select '${name.replaceAll("'", "''")}' as check, ids, problem, since from (${sql}) as wrong`,
).join('\nunion all ')

/** The audit's findings; nothing in a market that works. */
export const auditFindings = ({ ctx }: Pick<TestMarket, 'ctx'>): Promise<Finding[]> => findingsIn(ctx.db)

/** The checks that find what SQL does to the tables where no trigger keeps it from that; afterwards all is as before. */
export async function checksThatFind({ ctx }: Pick<TestMarket, 'ctx'>, change: string): Promise<string[]> {
  const trx = await ctx.db.transaction()
  try {
    await trx.raw('set local session_replication_role = replica')
    await trx.raw(change)
    return [...new Set((await findingsIn(trx)).map(({ check }) => check))].toSorted()
  } finally {
    await trx.rollback()
  }
}

/** The same as `auditFindings`, as a transaction sees it. */
export async function findingsIn(reader: Reader): Promise<Finding[]> {
  const { rows } = await reader
    .raw<{ rows: (Omit<Finding, 'since'> & { since: Date | null })[] }>(ALL_CHECKS)
    .options({ name: 'audit' })
  return rows.map((found) => ({ ...found, since: found.since?.toISOString() ?? null }))
}
