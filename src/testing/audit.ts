import { auditWhole, type Finding } from '../modules/audit/index.ts'
import type { TestMarket } from './market.ts'

/** What the audit finds wrong; nothing in a market that works. */
export async function auditFindings({ ctx }: TestMarket): Promise<Finding[]> {
  return (await auditWhole(ctx.db)).findings
}
