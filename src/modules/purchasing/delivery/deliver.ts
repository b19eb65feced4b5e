import { publish } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { markDelivered } from '../../catalog/index.ts'
import { releaseHold } from '../../wallet/index.ts'
import { Purchase } from '../purchase.ts'
import { notify } from '../news/notify.ts'

/** The end of a purchase that went well. The caller holds the locks of its listing and of itself. */
export async function deliver(
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
  if (by !== 'buyer') await notify(trx, delivered, by === 'clock' ? 'released by the clock' : 'decided for the seller')
  await releaseHold(trx, { reference, sellerId, price, fee, description: `Sale: ${listingTitle}`, now })
  return delivered
}

/** Whether the seller once bought the same item from this very buyer; items are matched by title. */
async function wentTheOtherWay(trx: Trx, { buyerId, sellerId, listingTitle }: Purchase): Promise<boolean> {
  const earlier = await Purchase.query(trx)
    .where({ buyer_id: sellerId, seller_id: buyerId, state: 'delivered' })
    .whereRaw("regexp_replace(lower(listing_title), '\\W+', '', 'g') = regexp_replace(lower(?), '\\W+', '', 'g')", [
      listingTitle,
    ])
    .first()
  return earlier !== undefined
}
