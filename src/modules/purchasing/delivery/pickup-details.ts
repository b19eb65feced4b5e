import type { Reader } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing } from '../../catalog/index.ts'
import { PURCHASING_CODES, type PickupDetails } from '../contract.ts'
import { presentPickup } from '../purchase/present-purchases.ts'

/**
 * Where and from whom to fetch an item: for its owner, and for its buyer from payment until a refund.
 * @throws NotFound; AppError 403 PICKUP_DETAILS_HIDDEN
 */
export async function pickupDetails(
  reader: Reader,
  { listingId, memberId }: { listingId: string; memberId: string },
): Promise<PickupDetails> {
  const listing = await findListing(reader, listingId)
  const owner = listing?.sellerId === memberId
  if (!listing || (listing.status === 'withdrawn' && !owner))
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  if (owner || listing.buyerId === memberId) return presentPickup(listing)
  throw new AppError(
    PURCHASING_CODES.PICKUP_DETAILS_HIDDEN,
    403,
    'Pickup details will be available after payment is confirmed',
  )
}
