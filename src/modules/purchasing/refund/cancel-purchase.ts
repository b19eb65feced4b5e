import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { lockLines } from '../purchase/lock-purchase.ts'
import type { Order } from '../purchase/purchase.ts'
import { statesBefore } from '../states.ts'
import { refundParts } from './refund-lines.ts'

/**
 * The seller calls things of a paid purchase off, until they are delivered.
 * @param what.itemIds all that are awaited where left out
 * @param what.relist whether they are offered again, else they are withdrawn
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the seller; AppError 409 NOT_AWAITING_DELIVERY
 */
export function cancelPurchase(
  ctx: Context,
  what: { purchaseId: string; sellerId: string; relist: boolean; itemIds?: string[] | undefined },
): Promise<Order> {
  const { purchaseId, sellerId, relist, itemIds } = what
  return transact(ctx.db, async (trx) => {
    const allowed = (order: Order) => order.sellerId === sellerId
    const { order, lines } = await lockLines(trx, purchaseId, {
      allowed,
      states: statesBefore('refund_due', 'seller'),
      itemIds,
    })
    const to = relist ? 'available' : 'withdrawn'
    return refundParts(trx, order, lines, { by: 'seller', to, now: ctx.clock.now() })
  })
}
