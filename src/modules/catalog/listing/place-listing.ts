import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import type { Point } from '../../../platform/geocoder.ts'
import { enqueue } from '../../../events.ts'
import { findMember } from '../../identity/index.ts'
import { findListing, Listing } from './listing.ts'
import { publicPlace } from './public-place.ts'

type Address = Pick<Listing, 'pickupAddress' | 'city'>

/** A point that came with a listing; half of one is none. */
export function givenPoint(body: { latitude?: number | null; longitude?: number | null }): Point | null {
  const { latitude, longitude } = body
  return latitude == null || longitude == null ? null : { latitude, longitude }
}

/** Where the seller's account says that this is; null when it is another address, or not known. */
export async function accountPoint(trx: Trx, sellerId: string, address: Address): Promise<Point | null> {
  const seller = await findMember(trx, sellerId)
  if (seller?.defaultLatitude == null || seller.defaultLongitude === null) return null
  const same =
    plain(seller.defaultPickupAddress) === plain(address.pickupAddress) &&
    plain(seller.defaultCity) === plain(address.city)
  return same ? { latitude: seller.defaultLatitude, longitude: seller.defaultLongitude } : null
}

const plain = (words: string | null) => words?.replace(/\s+/g, ' ').trim().toLowerCase()

/** What has no point yet is looked up by a job: nobody waits for the geocoder to post something. */
export async function placeLater(trx: Trx, listing: Pick<Listing, 'id' | 'latitude'>): Promise<void> {
  if (listing.latitude === null) await enqueue(trx, 'catalog.place-listing', { listingId: listing.id })
}

/**
 * Looks up where a listing without a point is, and keeps it unless the address has changed meanwhile.
 * @throws Unavailable while the geocoder is away: the job comes again
 */
export async function placeListing(ctx: Context, listingId: string): Promise<Point | null> {
  const listing = await findListing(ctx.db, listingId)
  if (!listing || listing.erasedAt !== null) return null
  const known = givenPoint(listing)
  if (known) return known
  const { id, pickupAddress, city } = listing
  const point = await ctx.geocoder.find(`${pickupAddress}, ${city}`)
  if (point) {
    await transact(ctx.db, async (trx) => {
      const placed = await Listing.query(trx)
        .where({ id, pickup_address: pickupAddress, city })
        .whereNull('latitude')
        .patch(point)
      // Those who look within a distance could not be found before.
      if (placed > 0) await enqueue(trx, 'catalog.match-searches', { listingId })
    })
  }
  return point
}

/** The point that everybody may know of a listing; null where none is known. */
export function publicPointOf(listing: Listing): Point | null {
  const point = givenPoint(listing)
  return point && publicPlace(point)
}
