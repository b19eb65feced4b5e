export {
  auditLedger,
  type AuditReport,
  auditWhole,
  CHECKS,
  describeCounts,
  describeFinding,
  type Finding,
  ledgerDigest,
} from './audit-ledger.ts'
export { lastAudit, recordAudit } from './audit-run.ts'
