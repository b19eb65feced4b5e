import type { Reader, Trx } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { newestFirst } from '../../../platform/database/newest-first.ts'
import type { Page, PlaceQuery } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { CATALOG_CODES, type OwnFigures } from '../contract.ts'

/** A row of `listing`. Token amounts are hundredths; `weightLbs` is decimal text. */
export class Listing extends rowOf('listing') {}

export const listingNotFound = () => new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)

export const notTheOwner = () =>
  new AppError(CATALOG_CODES.NOT_THE_OWNER, 403, 'Only the owner of this item can do that')

export async function findListing(reader: Reader, id: string): Promise<Listing | null> {
  return (await Listing.query(reader).findById(id)) ?? null
}

/** The listings of those of `ids` that exist, by id. */
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
 * The listings of those of `ids` that exist, by id, locked until `trx` ends. Whatever order they are asked for in, they are locked by id:
 * two who want some of the same wait for each other, and never in a ring.
 */
export async function lockListings(trx: Trx, ids: string[]): Promise<Map<string, Listing>> {
  if (ids.length === 0) return new Map()
  const listings = await Listing.query(trx).findByIds(ids).orderBy('id').forNoKeyUpdate()
  return new Map(listings.map((listing) => [listing.id, listing]))
}

export type TradedListing = Pick<
  Listing,
  'category' | 'photos' | 'pickupAddress' | 'city' | 'contactName' | 'contactEmail' | 'contactPhone'
>

/** An admin's view of a listing: hidden ones, too, to look at it again. @throws NotFound LISTING_NOT_FOUND */
export async function listingForAdmin(reader: Reader, id: string, adminId: string): Promise<Listing> {
  const listing = await findListing(reader, id)
  return listing && listing.status !== 'withdrawn' ? listing : visibleListing(reader, id, adminId)
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

/** @throws NotFound as {@link visibleListing}; AppError 403 NOT_THE_OWNER */
export async function ownListing(reader: Reader, id: string, callerId: string): Promise<Listing> {
  const listing = await visibleListing(reader, id, callerId)
  if (listing.sellerId !== callerId) throw notTheOwner()
  return listing
}

function isAbsentFor({ status, hiddenAt, buyerId }: Listing, viewerId: string | undefined): boolean {
  return status === 'withdrawn' || (hiddenAt !== null && (buyerId === null || buyerId !== viewerId))
}

/** A page of a member's own listings, newest first, withdrawn ones included. */
export const listingsOf = (reader: Reader, sellerId: string, page: PlaceQuery): Promise<Page<Listing>> =>
  newestFirst(Listing.query(reader).where({ seller_id: sellerId }), 'created_at', page)

/** All of them. */
export const allListingsOf = async (reader: Reader, sellerId: string): Promise<Listing[]> =>
  Listing.query(reader)
    .where({ seller_id: sellerId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])

/** The member's listings: how many, how many of them can be had or have gone to neighbours, and these ones' pounds. */
export async function ownFigures(reader: Reader, sellerId: string): Promise<OwnFigures> {
  const { rows } = await reader.raw<{ rows: OwnFigures[] }>(
    `select count(*)::int as posted, count(*) filter (where status = 'available')::int as available,
       count(*) filter (where status = 'claimed')::int as claimed,
       coalesce(sum(weight_lbs) filter (where status = 'claimed'), 0)::float8 as "weightLbs"
     from listing where seller_id = ?`,
    [sellerId],
  )
  return rows[0] ?? { posted: 0, available: 0, claimed: 0, weightLbs: 0 }
}
