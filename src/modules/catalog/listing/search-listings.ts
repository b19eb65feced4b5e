import type { Reader } from '../../../platform/database.ts'
import { type Page, type PlaceQuery, pageOf, placeOf, readPlace } from '../../../platform/page.ts'
import { containing } from '../../../platform/text.ts'
import { Listing } from './listing.ts'

/** A page of the listings whose title contains `search`, of one member where given, the newest first; hidden ones too. */
export async function searchListings(
  reader: Reader,
  { search, sellerId, limit, cursor }: PlaceQuery & { search: string; sellerId?: string | undefined },
): Promise<Page<Listing>> {
  const query = Listing.query(reader)
  if (search !== '') void query.whereRaw('title ilike ?', [containing(search)])
  if (sellerId !== undefined) void query.where('seller_id', sellerId)
  if (cursor !== undefined) void query.whereRaw('(created_at, id) < (?, ?::uuid)', readPlace(cursor))
  const found = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  return pageOf(found, { limit }, ({ createdAt, id }) => placeOf(createdAt, id))
}
