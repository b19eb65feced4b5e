import type { Trx } from '../../../platform/database.ts'
import { Listing } from './listing.ts'
import { Photo } from '../photo/photo.ts'

/** The listings of a member, locked until `trx` ends. */
export async function lockListingsOf(trx: Trx, sellerId: string): Promise<void> {
  await Listing.query(trx).select('id').where({ seller_id: sellerId }).orderBy('id').forNoKeyUpdate()
}

/**
 * Removes what a member's listings, photos and analyses tell about them. The rows of listings stay: purchases and
 * conversations are about them. Files go with the next run of the orphan job.
 */
export async function eraseSeller(trx: Trx, { sellerId, now }: { sellerId: string; now: Date }): Promise<void> {
  await Listing.query(trx)
    .where({ seller_id: sellerId, status: 'available' })
    .patch({ status: 'withdrawn', withdrawnAt: now, updatedAt: now })
  await Listing.query(trx).where({ seller_id: sellerId }).patch({
    contactName: 'Former neighbour',
    contactEmail: '',
    contactPhone: null,
    pickupAddress: 'Removed',
    latitude: null,
    longitude: null,
    publicCell: null,
    photos: [],
    erasedAt: now,
  })
  await Photo.query(trx)
    .where({ owner_id: sellerId })
    .whereNull('discarded_at')
    .patch({ listingId: null, discardedAt: now })
  await trx('analysis_batch').where({ owner_id: sellerId }).delete()
  await trx('photo_analysis').where({ owner_id: sellerId }).delete()
}
