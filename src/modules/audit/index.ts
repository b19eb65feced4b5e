export { auditLedger, type AuditReport, type Finding } from './audit-ledger.ts'
export { type AuditRun, lastAudit, recordAudit } from './audit-run.ts'
