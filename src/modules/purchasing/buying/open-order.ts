import type { Database } from '../../../platform/database.ts'
import type { ListingCard } from '../../catalog/contract.ts'
import { availableCards, findListings, type Listing } from '../../catalog/index.ts'
import { openOrdersWith } from '../purchase/find-purchases.ts'
import { purchaseNotFound, type Order } from '../purchase/purchase.ts'
import { findWhole } from '../purchase/read-purchase.ts'
import { isOpen, roomIn } from '../purchase/whole-order.ts'

/** So many of the seller's newest things are looked through, and so many of them named. */
const [NEWEST, NAMED] = [50, 3]

/** The id of the buyer's latest paid order with the seller of the listing that it can go along with, or null. */
export async function openOrderFor(
  db: Database,
  { listingId, buyerId }: { listingId: string; buyerId: string },
): Promise<string | null> {
  const listing = (await findListings(db, [listingId])).get(listingId)
  if (!listing) return null
  const orders = await openOrdersWith(db, { buyerId, sellerId: listing.sellerId })
  return orders.find((order) => takes(order, listing))?.id ?? null
}

/**
 * The seller's other things that the buyer's order takes along; none where it takes nothing more.
 * @throws NotFound PURCHASE_NOT_FOUND
 */
export async function addableTo(
  db: Database,
  { purchaseId, buyerId }: { purchaseId: string; buyerId: string },
): Promise<ListingCard[]> {
  const order = await findWhole(db, purchaseId)
  if (order?.buyerId !== buyerId) throw purchaseNotFound()
  const cards = await availableCards(db, { sellerIds: [order.sellerId], except: [], most: NEWEST })
  const listings = await findListings(
    db,
    cards.map(({ id }) => id),
  )
  return cards.filter(({ id }) => takes(order, listings.get(id))).slice(0, NAMED)
}

function takes(order: Order, listing: Listing | undefined): boolean {
  // A draw has an end of its own, and what nobody sees is named to nobody.
  if (listing?.status !== 'available' || listing.hiddenAt !== null || listing.drawClosesAt !== null) return false
  const delivered = order.deliveryMethod === 'message' || listing.deliveryOption !== 'pickup'
  return delivered && isOpen(order) && roomIn(order.lines) > 0
}
