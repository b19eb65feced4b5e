export { auditLedger, type AuditReport, type Finding } from './audit-ledger.ts'
export { lastAudit, recordAudit } from './audit-run.ts'
