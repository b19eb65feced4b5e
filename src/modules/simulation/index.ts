export { plotOf, tableOf } from './describe.ts'
export { RATES, type Rates } from './rates.ts'
export { tryOut } from './try-out.ts'
export { simulate } from './simulate.ts'
