export { AWAITED_ORDERS, HELD_LINES, LINE_ROWS, PURCHASING_AUDIT } from './audit/purchase-checks.ts'
export { confirmSandboxPayment } from './card/sandbox/confirm-sandbox-payment.ts'
export { cancelPurchase } from './refund/cancel-purchase.ts'
export { comparePayments, isOrphaned } from './card/compare-payments.ts'
export { refundOrphan } from './card/refund-orphan.ts'
export { confirmDelivery, confirmLines, confirmOrder } from './delivery/confirm-delivery.ts'
export { owedFor } from './refund/card-refund.ts'
export { decideDispute, disputeNotOpen, openDispute } from './refund/dispute.ts'
export { reportLines } from './refund/report-lines.ts'
export { openOrdersOf, purchasesOf, salesOf, tokensOnTheirWay } from './purchase/purchase-pages.ts'
export { findOrder, findWhole } from './purchase/read-purchase.ts'
export { leadingLine, listingIdsOf, partsOf, purchaseNotFound, rootOf, type Order } from './purchase/purchase.ts'
export { isOpen, roomIn } from './purchase/whole-order.ts'
export { lockOrder, lockWhole, lockWithListings } from './purchase/lock-purchase.ts'
export { tryDoorDash } from './courier/doordash.ts'
export { eraseBaskets } from './basket/change-basket.ts'
export { exportBaskets } from './basket/export-baskets.ts'
export {
  DISPUTED_LINES,
  disputedSince,
  findAlone,
  findOrders,
  isUnderWay,
  nameOrders,
  orderBetween,
  tradesOf,
} from './purchase/find-purchases.ts'
export { cardMateIds } from './card/card-users.ts'
export { earlierTrades, tradesInAll } from './oversight/earlier-trades.ts'
export { purchaseView, readAround, saleView, type Around } from './purchase/present-purchases.ts'
export { exportTrades } from './account/export-purchases.ts'
export { erasePurchaser, refuseIfTrading } from './account/leave-market.ts'
export { CLEARABLE, clearAlarm, findAlarms } from './oversight/alarms.ts'
export { purchaseNote } from './announce/announce.ts'
export { purchaseFigures } from './oversight/figures.ts'
export { tradedOutside } from './oversight/traded-outside.ts'
export { activeMembers as ACTIVE_MEMBERS, isActive } from './oversight/active-members.ts'
export { findRings } from './oversight/rings.ts'
export { forgetUnpaidWants, recordUnpaidFavourites, unpaidWants } from './wants/unpaid-want.ts'
export { DRAWS } from './draw/end-draw.ts'
export { finishPurchase } from './buying/finish-purchase.ts'
export { startOrder, startPurchase } from './buying/start-purchase.ts'
