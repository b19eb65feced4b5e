import type { Trx } from '../../../platform/database.ts'
import { findListing, hideListingsOf, lockListingsOf, restoreListing, type Listing } from '../../catalog/index.ts'
import { suspensionOf } from '../../identity/index.ts'

/** Takes an admin's hiding back; what a suspended member offers stays away with them. @returns the listing as it was @throws NotFound */
export async function showListing(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<Listing> {
  const sellerId = (await findListing(trx, listingId))?.sellerId
  if (sellerId !== undefined) await lockListingsOf(trx, sellerId)
  const before = await restoreListing(trx, { listingId, now })
  const suspension = await suspensionOf(trx, before.sellerId, now)
  if (suspension) await hideListingsOf(trx, { sellerIds: [before.sellerId], reason: suspension.reason, now })
  return before
}
