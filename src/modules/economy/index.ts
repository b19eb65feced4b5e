export { ECONOMY_AUDIT } from './audit/audit.ts'
