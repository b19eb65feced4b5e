export { confirmDelivery } from './confirm-delivery.ts'
export { finishPurchase } from './finish-purchase.ts'
export { payInSandbox } from './pay-in-sandbox.ts'
export { startPurchase } from './start-purchase.ts'
