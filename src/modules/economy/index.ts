export { ECONOMY_AUDIT } from './audit/audit.ts'
export { marketRates } from './desk/market-rates.ts'
