export { auditLedger, type AuditReport, type Finding } from './audit-ledger.ts'
