export { plotOf, tableOf } from './describe.ts'
export { RATES, type Rates } from './rates.ts'
export { simulate } from './simulate.ts'
