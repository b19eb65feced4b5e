import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { lockAwaiting, notAwaitingDelivery, Purchase } from '../purchase.ts'
import { notify } from '../news/notify.ts'

/**
 * The buyer says that something is wrong: the clock that would release the tokens stops until an admin decides.
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the buyer; {Conflict} NOT_AWAITING_DELIVERY, also the second time
 */
export function reportProblem(
  ctx: Context,
  { purchaseId, buyerId, reason }: { purchaseId: string; buyerId: string; reason: string },
): Promise<Purchase> {
  return transact(ctx.db, async (trx) => {
    const purchase = await lockAwaiting(trx, purchaseId, (seen) => seen.buyerId === buyerId)
    if (purchase.state !== 'paid') throw notAwaitingDelivery()
    const disputed = await Purchase.query(trx).patchAndFetchById(purchaseId, {
      state: 'disputed',
      disputedAt: ctx.clock.now(),
      disputeReason: reason,
    })
    await notify(trx, disputed, 'problem reported')
    return disputed
  })
}
