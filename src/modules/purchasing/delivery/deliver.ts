import { publish } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { markDelivered } from '../../catalog/index.ts'
import { releaseHold } from '../../wallet/index.ts'
import { Purchase } from '../purchase.ts'
import { earnsNothing } from './earns-nothing.ts'
import { notify } from '../news/notify.ts'

/** The end of a purchase that went well. The caller holds the locks of its listing and of itself. */
export async function deliver(
  trx: Trx,
  purchase: Purchase,
  { by, now }: { by: 'buyer' | 'clock' | 'admin'; now: Date },
): Promise<Purchase> {
  const { id, listingId, listingTitle, buyerId, sellerId, price, fee, reference } = purchase
  if (listingId === null) throw new Error(`purchase ${id} has no listing`)
  const why = await earnsNothing(trx, purchase)
  await markDelivered(trx, { listingId, now })
  const delivered = await Purchase.query(trx).patchAndFetchById(id, {
    state: 'delivered',
    deliveredAt: now,
    deliveredBy: by,
    earnsNothing: why,
  })
  await publish(trx, 'purchase.delivered', {
    purchaseId: id,
    listingId,
    sellerId,
    buyerId,
    earnsNothing: why !== null,
    at: now.toISOString(),
  })
  if (by !== 'buyer') await notify(trx, delivered, by === 'clock' ? 'released by the clock' : 'decided for the seller')
  await releaseHold(trx, { reference, sellerId, price, fee, description: `Sale: ${listingTitle}`, now })
  return delivered
}
