import type { Trx } from '../../../platform/database.ts'
import { Listing, lockListing } from './listing.ts'

/**
 * Takes a listing out of everybody's sight but its owner's and its buyer's; a purchase that has begun goes on.
 * @param hiding.reason the owner reads it
 * @returns the listing as it was
 * @throws NotFound LISTING_NOT_FOUND
 */
export async function hideListing(
  trx: Trx,
  { listingId, reason, now }: { listingId: string; reason: string; now: Date },
): Promise<Listing> {
  const listing = await lockListing(trx, listingId)
  const hidden = { hiddenAt: listing.hiddenAt ?? now, hiddenReason: reason, updatedAt: now }
  await Listing.query(trx).findById(listingId).patch(hidden)
  return listing
}

/** Undoes `hideListing`. @returns the listing as it was @throws NotFound LISTING_NOT_FOUND */
export async function restoreListing(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<Listing> {
  const listing = await lockListing(trx, listingId)
  await Listing.query(trx).findById(listingId).patch({ hiddenAt: null, hiddenReason: null, updatedAt: now })
  return listing
}
