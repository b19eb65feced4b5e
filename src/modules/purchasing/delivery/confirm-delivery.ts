import type { Context } from '../../../platform/context.ts'
import { transact, type Reader } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { lockListing } from '../../catalog/index.ts'
import { deliver } from './deliver.ts'
import { AWAITING_DELIVERY, findLivePurchase, lockPurchase, notAwaitingDelivery, Purchase } from '../purchase.ts'

/**
 * The buyer has the item: the tokens go to the seller, the fee to the market. This can't be undone. A problem that was
 * reported before is out of the world then.
 * @throws Forbidden for anybody but the buyer; Conflict NOT_AWAITING_DELIVERY
 */
export function confirmDelivery(
  ctx: Context,
  { listingId, buyerId }: { listingId: string; buyerId: string },
): Promise<Purchase> {
  return transact(ctx.db, async (trx) => {
    await lockListing(trx, listingId)
    const live = await findLivePurchase(trx, listingId)
    if (live?.buyerId !== buyerId) {
      if (await wasCancelled(trx, { listingId, buyerId })) throw notAwaitingDelivery()
      throw new Forbidden('Only the buyer of this item can confirm its delivery')
    }
    const purchase = await lockPurchase(trx, live.id)
    if (!AWAITING_DELIVERY.includes(purchase.state)) throw notAwaitingDelivery()
    return deliver(trx, purchase, { by: 'buyer', now: ctx.clock.now() })
  })
}

async function wasCancelled(reader: Reader, { listingId, buyerId }: { listingId: string; buyerId: string }) {
  const cancelled = await Purchase.query(reader)
    .findOne({ listing_id: listingId, buyer_id: buyerId })
    .whereNotNull('cancelled_at')
  return cancelled !== undefined
}
