import { publish } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { transact, type Trx } from '../../platform/database.ts'
import { Conflict, Forbidden } from '../../platform/errors.ts'
import { lockListing, markDelivered } from '../catalog/index.ts'
import { releaseHold } from '../wallet/index.ts'
import { PURCHASING_CODES } from './contract.ts'
import { findLivePurchase, lockPurchase, Purchase } from './purchase.ts'

/**
 * The buyer has the item: the tokens go to the seller, the fee to the market. This can't be undone.
 * @throws Forbidden for anybody but the buyer; Conflict NOT_AWAITING_DELIVERY
 */
export function confirmDelivery(
  ctx: Context,
  { listingId, buyerId }: { listingId: string; buyerId: string },
): Promise<Purchase> {
  return transact(ctx.db, async (trx) => {
    await lockListing(trx, listingId)
    const live = await findLivePurchase(trx, listingId)
    if (live?.buyerId !== buyerId) throw new Forbidden('Only the buyer of this item can confirm its delivery')
    const purchase = await lockPurchase(trx, live.id)
    if (purchase.state !== 'paid')
      throw new Conflict(PURCHASING_CODES.NOT_AWAITING_DELIVERY, 'This item is not awaiting delivery')
    return deliver(trx, purchase, { by: 'buyer', now: ctx.clock.now() })
  })
}

/** The end of a purchase that went well. The caller holds the locks of its listing and of itself. */
async function deliver(
  trx: Trx,
  purchase: Purchase,
  { by, now }: { by: 'buyer' | 'clock' | 'admin'; now: Date },
): Promise<Purchase> {
  const { id, listingId, listingTitle, buyerId, sellerId, price, fee, reference } = purchase
  if (listingId === null) throw new Error(`purchase ${id} has no listing`)
  const goesBack = await wentTheOtherWay(trx, purchase)
  await markDelivered(trx, { listingId, now })
  const delivered = await Purchase.query(trx).patchAndFetchById(id, {
    state: 'delivered',
    deliveredAt: now,
    deliveredBy: by,
  })
  await publish(trx, 'purchase.delivered', {
    purchaseId: id,
    listingId,
    sellerId,
    buyerId,
    goesBack,
    at: now.toISOString(),
  })
  await releaseHold(trx, { reference, sellerId, price, fee, description: `Sale: ${listingTitle}`, now })
  return delivered
}

/** Whether the seller once bought the same item from this very buyer; an item is told by its title. */
async function wentTheOtherWay(trx: Trx, { buyerId, sellerId, listingTitle }: Purchase): Promise<boolean> {
  const earlier = await Purchase.query(trx)
    .where({ buyer_id: sellerId, seller_id: buyerId, state: 'delivered' })
    .whereRaw("regexp_replace(lower(listing_title), '\\W+', '', 'g') = regexp_replace(lower(?), '\\W+', '', 'g')", [
      listingTitle,
    ])
    .first()
  return earlier !== undefined
}
