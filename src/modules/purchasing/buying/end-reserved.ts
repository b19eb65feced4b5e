import type { Trx } from '../../../platform/database.ts'
import { relistListing } from '../../catalog/index.ts'
import { voidHold } from '../../wallet/index.ts'
import { Purchase } from '../purchase.ts'

/** The listing is offered again and the buyer has the tokens back. The caller holds the locks of listing and purchase. */
export async function endReserved(
  trx: Trx,
  { id, listingId, listingTitle, reference, total }: Purchase,
  { why, now }: { why: string; now: Date },
): Promise<void> {
  await Purchase.query(trx).findById(id).patch({ state: 'expired', expiredAt: now })
  if (listingId !== null) await relistListing(trx, { listingId, now })
  await voidHold(trx, { reference, amount: total, description: `Refund: ${listingTitle} (${why})`, now })
}
