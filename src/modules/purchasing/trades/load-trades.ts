import type { Reader } from '../../../platform/database.ts'
import { findListings, type Listing } from '../../catalog/index.ts'
import { findMembers } from '../../identity/index.ts'
import type { Purchase } from '../purchase.ts'

/** A purchase with what its buyer and its seller both look at. */
interface Trade {
  purchase: Purchase
  /** Undefined once it is deleted. */
  listing: Listing | undefined
  /** The other side of the trade. */
  other: { id: string; firstName: string | null }
}

/** The purchases in the given order, with two queries however many they are. @param otherSide who is looked at */
export async function loadTrades(
  reader: Reader,
  purchases: Purchase[],
  otherSide: 'buyerId' | 'sellerId',
): Promise<Trade[]> {
  const listings = await findListings(
    reader,
    purchases.flatMap(({ listingId }) => listingId ?? []),
  )
  const others = await findMembers(reader, [...new Set(purchases.map((purchase) => purchase[otherSide]))])
  return purchases.map((purchase) => ({
    purchase,
    listing: purchase.listingId === null ? undefined : listings.get(purchase.listingId),
    other: { id: purchase[otherSide], firstName: others.get(purchase[otherSide])?.firstName ?? null },
  }))
}
