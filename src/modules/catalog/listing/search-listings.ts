import type { Reader } from '../../../platform/database.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Page, PlaceQuery } from '../../../platform/page.ts'
import { containing } from '../../../platform/text/text.ts'
import { Listing } from './listing.ts'

/** A page of the listings whose title contains `search`, of one member where given, the newest first; hidden ones too. */
export async function searchListings(
  reader: Reader,
  { search, sellerId, ...page }: PlaceQuery & { search: string; sellerId?: string | undefined },
): Promise<Page<Listing>> {
  const query = Listing.query(reader)
  if (search !== '') void query.whereRaw('title ilike ?', [containing(search)])
  if (sellerId !== undefined) void query.where('seller_id', sellerId)
  return newestFirst(query, 'created_at', page)
}
