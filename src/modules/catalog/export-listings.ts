import type { Reader } from '../../platform/database.ts'
import type { Listing } from './contract.ts'
import { listingsOf } from './listing.ts'
import { Photo } from './photo.ts'
import { presentOwnListings } from './present-listing.ts'

/** What a member has posted and uploaded, whether anybody else sees it or not. */
export async function exportListings(
  reader: Reader,
  memberId: string,
): Promise<{ listings: Listing[]; photos: { url: string; uploadedAt: string }[] }> {
  const photos = await Photo.query(reader).where({ owner_id: memberId }).whereNull('discarded_at').orderBy('created_at')
  return {
    listings: await presentOwnListings(reader, await listingsOf(reader, memberId)),
    photos: photos.map(({ url, createdAt }) => ({ url, uploadedAt: createdAt.toISOString() })),
  }
}
