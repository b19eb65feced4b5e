import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { lockAwaiting, type Purchase } from '../purchase.ts'
import { refundPurchase } from './refund-purchase.ts'

/**
 * The seller calls a paid purchase off, until it is delivered. `relist`: the item is offered again, else withdrawn.
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the seller; {Conflict} NOT_AWAITING_DELIVERY
 */
export function cancelPurchase(
  ctx: Context,
  { purchaseId, sellerId, relist }: { purchaseId: string; sellerId: string; relist: boolean },
): Promise<Purchase> {
  return transact(ctx.db, async (trx) => {
    const purchase = await lockAwaiting(trx, purchaseId, (seen) => seen.sellerId === sellerId)
    const to = relist ? 'available' : 'withdrawn'
    return refundPurchase(trx, purchase, { by: 'seller', to, now: ctx.clock.now() })
  })
}
