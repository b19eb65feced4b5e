export { openAccount } from './open-account.ts'
export { holdTokens, releaseHold, voidHold } from './hold.ts'
export { balanceOf } from './balance.ts'
