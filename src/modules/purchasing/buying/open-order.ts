import type { Database } from '../../../platform/database.ts'
import { findListings } from '../../catalog/index.ts'
import { openOrdersWith } from '../purchase/find-purchases.ts'
import { isOpen, roomIn } from '../purchase/whole-order.ts'

/** The id of the buyer's latest paid order with the seller of the listing that it can go along with, or null. */
export async function openOrderFor(
  db: Database,
  { listingId, buyerId }: { listingId: string; buyerId: string },
): Promise<string | null> {
  const listing = (await findListings(db, [listingId])).get(listingId)
  // A draw has an end of its own, and what nobody sees is named to nobody.
  if (listing?.status !== 'available' || listing.hiddenAt !== null || listing.drawClosesAt !== null) return null
  const orders = await openOrdersWith(db, { buyerId, sellerId: listing.sellerId })
  const open = orders.find(
    (order) =>
      isOpen(order) &&
      roomIn(order.lines) > 0 &&
      (order.deliveryMethod === 'message' || listing.deliveryOption !== 'pickup'),
  )
  return open?.id ?? null
}
