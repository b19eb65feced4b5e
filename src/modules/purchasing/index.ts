export { confirmSandboxPayment } from './card/sandbox/confirm-sandbox-payment.ts'
export { confirmDelivery } from './confirm-delivery.ts'
export { finishPurchase } from './finish-purchase.ts'
export { startPurchase } from './start-purchase.ts'
