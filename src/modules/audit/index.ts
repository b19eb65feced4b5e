export { auditLedger, type AuditReport, type Finding, ledgerDigest } from './audit-ledger.ts'
export { lastAudit, recordAudit } from './audit-run.ts'
