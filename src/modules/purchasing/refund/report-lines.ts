import type { Trx } from '../../../platform/database.ts'
import { announce } from '../announce/announce.ts'
import { statesBefore } from '../states.ts'
import { changeLines } from '../purchase/move-purchase.ts'
import { byPart } from '../purchase/whole-order.ts'
import { lockLines } from '../purchase/lock-purchase.ts'
import type { Order } from '../purchase/purchase.ts'

/**
 * The buyer says that something is wrong with things of an order: the clock that would release their tokens stops until
 * it is decided.
 * @param what.itemIds all that are awaited, and not reported before, where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the buyer; AppError 409 NOT_AWAITING_DELIVERY, also the second time
 */
export async function reportLines(
  trx: Trx,
  what: { purchaseId: string; buyerId: string; reason: string; itemIds?: string[] | undefined; now: Date },
): Promise<Order> {
  const { purchaseId, buyerId, reason, itemIds, now } = what
  const allowed = (order: Order) => order.buyerId === buyerId
  const { order, lines } = await lockLines(trx, purchaseId, {
    allowed,
    states: statesBefore('disputed', 'buyer'),
    itemIds,
  })
  for (const { part, own } of byPart(order, lines)) {
    await changeLines(trx, part, own, { state: 'disputed', disputedAt: now, disputeReason: reason })
    await announce(trx, part, own, { kind: 'problem reported', now })
  }
  return order
}
