import type { Reader, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { rowOf } from '../../../platform/row.ts'
import { CATALOG_CODES } from '../contract.ts'

/** A row of `listing`. Token amounts are hundredths; `weightLbs` is decimal text. */
export class Listing extends rowOf('listing') {}

export const listingNotFound = () => new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)

export async function findListing(reader: Reader, id: string): Promise<Listing | null> {
  return (await Listing.query(reader).findById(id)) ?? null
}

/** Those of `ids` that exist, by id. */
export async function findListings(reader: Reader, ids: string[]): Promise<Map<string, Listing>> {
  const listings = await Listing.query(reader).findByIds(ids)
  return new Map(listings.map((listing) => [listing.id, listing]))
}

/**
 * The listing, locked until `trx` ends. Lock it before changing it or anything that depends on its state.
 * @throws NotFound LISTING_NOT_FOUND
 */
export async function lockListing(trx: Trx, id: string): Promise<Listing> {
  const listing = await Listing.query(trx).findById(id).forNoKeyUpdate()
  if (!listing) throw listingNotFound()
  return listing
}

/**
 * Hides the existence of withdrawn listings from everybody but their owner, and of listings that an admin has hidden also
 * from everybody but the buyer who has paid. @throws NotFound
 */
export async function visibleListing(reader: Reader, id: string, viewerId: string | undefined): Promise<Listing> {
  const listing = await findListing(reader, id)
  if (!listing || (isAbsentFor(listing, viewerId) && listing.sellerId !== viewerId)) throw listingNotFound()
  return listing
}

function isAbsentFor({ status, hiddenAt, buyerId }: Listing, viewerId: string | undefined): boolean {
  return status === 'withdrawn' || (hiddenAt !== null && (buyerId === null || buyerId !== viewerId))
}

/** A member's own listings, newest first, withdrawn ones included. */
export async function listingsOf(reader: Reader, sellerId: string): Promise<Listing[]> {
  return Listing.query(reader)
    .where({ seller_id: sellerId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
}
