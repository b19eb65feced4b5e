import type { Trx } from '../../../platform/database.ts'
import { Listing, lockListing } from './listing.ts'

/** Whether it is hidden for itself, and not only with its seller. */
export const isHiddenByAdmin = ({
  hiddenAt,
  hiddenWithSeller,
}: Pick<Listing, 'hiddenAt' | 'hiddenWithSeller'>): boolean => hiddenAt !== null && !hiddenWithSeller

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
  const hidden = { hiddenAt: listing.hiddenAt ?? now, hiddenReason: reason, hiddenWithSeller: false, updatedAt: now }
  await Listing.query(trx).findById(listingId).patch(hidden)
  return listing
}

/** Undoes `hideListing`; that of a suspended member comes back with them. @returns the listing as it was @throws NotFound LISTING_NOT_FOUND */
export async function restoreListing(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<Listing> {
  const listing = await lockListing(trx, listingId)
  if (listing.hiddenWithSeller) return listing
  await Listing.query(trx).findById(listingId).patch({ hiddenAt: null, hiddenReason: null, updatedAt: now })
  return listing
}

/** Hides what these members offer, for as long as they are suspended. The caller holds the locks of their listings. */
export async function hideListingsOf(
  trx: Trx,
  { sellerIds, reason, now }: { sellerIds: string[]; reason: string; now: Date },
): Promise<void> {
  await trx.raw(
    `update listing
     set hidden_at = coalesce(hidden_at, :now), hidden_reason = :reason, hidden_with_seller = true, updated_at = :now
     where seller_id = any(:sellerIds::uuid[])
       and (hidden_with_seller or hidden_at is null and status in ('available', 'reserved'))`,
    { sellerIds, reason, now },
  )
}

/** Undoes `hideListingsOf`; what an admin has hidden stays hidden. */
export async function showListingsOf(trx: Trx, { sellerIds, now }: { sellerIds: string[]; now: Date }): Promise<void> {
  await Listing.query(trx)
    .whereIn('seller_id', sellerIds)
    .where({ hidden_with_seller: true })
    .patch({ hiddenAt: null, hiddenReason: null, hiddenWithSeller: false, updatedAt: now })
}
