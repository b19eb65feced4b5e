export { AWAITED_ORDERS, LINE_ROWS, PURCHASING_AUDIT } from './audit/purchase-checks.ts'
export { confirmSandboxPayment } from './card/sandbox/confirm-sandbox-payment.ts'
export { cancelPurchase } from './refund/cancel-purchase.ts'
export { comparePayments, isOrphaned } from './card/compare-payments.ts'
export { refundOrphan } from './card/refund-orphan.ts'
export { confirmDelivery, confirmLines, confirmOrder } from './delivery/confirm-delivery.ts'
export { owedFor } from './refund/card-refund.ts'
export { decideDispute, disputeNotOpen, openDispute } from './refund/dispute.ts'
export { reportLines } from './refund/report-lines.ts'
export { disputedOrders, openOrdersOf, purchasesOf, salesOf, tokensOnTheirWay } from './purchase/purchase-pages.ts'
export { findOrder, findWhole } from './purchase/read-purchase.ts'
export { leadingLine, listingIdsOf, partsOf, purchaseNotFound, rootOf, type Order } from './purchase/purchase.ts'
export { isOpen, roomIn } from './purchase/whole-order.ts'
export { lockOrder, lockWhole, lockWithListings } from './purchase/lock-purchase.ts'
export { tryDoorDash } from './courier/doordash.ts'
export { eraseBaskets } from './basket/change-basket.ts'
export { exportBaskets } from './basket/export-baskets.ts'
export {
  countDisputed,
  disputedSince,
  findOrders,
  isUnderWay,
  nameOrders,
  orderBetween,
  tradesOf,
} from './trades/find-trade.ts'
export { cardMateIds } from './card/card-users.ts'
export { earlierTrades, tradesInAll } from './trades/earlier-trades.ts'
export { purchaseView, readAround, saleView, type Around } from './trades/present-trades.ts'
export { exportTrades } from './trades/export-trades.ts'
export { erasePurchaser, refuseIfTrading } from './trades/leave-market.ts'
export { clearAlarm, openAlarms } from './trades/alarms.ts'
export { purchaseNote } from './news/tell.ts'
export { purchaseFigures } from './trades/figures.ts'
export { tradedOutside } from './trades/traded-outside.ts'
export { findRings } from './trades/rings.ts'
export { openDraw } from './draw/draw.ts'
export { finishPurchase } from './buying/finish-purchase.ts'
export { startOrder, startPurchase } from './buying/start-purchase.ts'
