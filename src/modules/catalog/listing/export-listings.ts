import type { Reader } from '../../../platform/database.ts'
import type { Listing } from '../contract.ts'
import { allListingsOf } from './listing.ts'
import { Photo } from '../photo/photo.ts'
import { presentOwnListings } from './present-listing.ts'

/** The member's own rows, whether anybody else sees it or not. */
export async function exportListings(
  reader: Reader,
  memberId: string,
): Promise<{ listings: Listing[]; photos: { url: string; uploadedAt: string }[]; photoAnalyses: object[] }> {
  const photos = await Photo.query(reader).where({ owner_id: memberId }).whereNull('discarded_at').orderBy('created_at')
  const analyses = await reader('photo_analysis').where({ owner_id: memberId }).orderBy('asked_at')
  return {
    listings: await presentOwnListings(reader, await allListingsOf(reader, memberId)),
    photos: photos.map(({ url, createdAt }) => ({ url, uploadedAt: createdAt.toISOString() })),
    photoAnalyses: analyses.map(({ photo_urls, category, asked_at, result }) => ({
      photoUrls: photo_urls,
      category,
      askedAt: asked_at.toISOString(),
      result,
    })),
  }
}
