export { ECONOMY_AUDIT } from './audit/audit.ts'
export { readMeters } from './months/month-rows.ts'
export { countMonths } from './months/count-months.ts'
export { marketRates } from './health/market-rates.ts'
