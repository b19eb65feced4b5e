import { publish } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { returnListing } from '../../catalog/index.ts'
import { voidHold } from '../../wallet/index.ts'
import { Purchase } from '../purchase.ts'
import { notify } from '../news/notify.ts'

/**
 * The end of a paid purchase that came to nothing: the buyer's tokens are back at once, the card is refunded by its job.
 * The caller holds the locks of the listing and of the purchase.
 * @param how.to what becomes of the listing
 */
export async function refundPurchase(
  trx: Trx,
  purchase: Purchase & { listingId: string },
  { by, to, now }: { by: 'seller' | 'admin'; to: 'available' | 'withdrawn'; now: Date },
): Promise<Purchase> {
  const { id, listingId, listingTitle, reference, total } = purchase
  await returnListing(trx, { listingId, to, now })
  const cancelled = await Purchase.query(trx).patchAndFetchById(id, {
    state: 'refund_due',
    cancelledAt: now,
    cancelledBy: by,
  })
  await publish(trx, 'purchase.cancelled', { purchaseId: id })
  await notify(trx, cancelled, by === 'seller' ? 'cancelled by the seller' : 'decided for the buyer')
  await voidHold(trx, { reference, amount: total, description: `Refund: ${listingTitle} (cancelled)`, now })
  return cancelled
}
