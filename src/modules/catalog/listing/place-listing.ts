import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import type { Point } from '../../../platform/geocoder.ts'
import { enqueue } from '../../../events.ts'
import { findMember, requireMember } from '../../identity/index.ts'
import { findListing, Listing } from './listing.ts'
import { cellOf, centreOf, publicPlace } from '../places/public-place.ts'

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

/** A listing without a point is looked up by a job: nobody waits for the geocoder to post something. */
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
      const still = await Listing.query(trx).findById(id).forNoKeyUpdate()
      if (!still || still.erasedAt !== null) return
      await requireMember(trx, still.sellerId, 'turns')
      const placed = await Listing.query(trx)
        .where({ id, pickup_address: pickupAddress, city })
        .whereNull('latitude')
        .patch(await atHome(trx, still.sellerId, point))
      // A search within a distance could not find it before.
      if (placed > 0) await enqueue(trx, 'catalog.match-searches', { listingId })
    })
  }
  return point
}

/** The point that everybody may know of a listing; null where none is known. */
export function publicPointOf(listing: Listing): Point | null {
  const point = givenPoint(listing)
  return point && (listing.publicCell === null ? publicPlace(point) : centreOf(listing.publicCell))
}

/** In kilometres: geocoders, phones and fingers put one home into places so far from each other. */
const ONE_HOME_KM = 0.3
const KM_A_DEGREE = 111.2

/**
 * A point with the cell that everybody sees of it: that of the same home's first listing, or of the account's own place.
 * Two cells of one home would tell that it lies on their border. To be called in turns of the seller's.
 */
export async function atHome(trx: Trx, sellerId: string, point: Point | null): Promise<Placed> {
  if (!point) return { latitude: null, longitude: null, publicCell: null }
  const north = ONE_HOME_KM / KM_A_DEGREE
  const east = north / Math.max(Math.cos((point.latitude * Math.PI) / 180), 0.01)
  const first = await Listing.query(trx)
    .where({ seller_id: sellerId })
    .whereRaw('abs(latitude - ?) <= ? and abs(longitude - ?) <= ?', [point.latitude, north, point.longitude, east])
    .orderBy(['created_at', 'id'])
    .first()
  const known = first ? givenPoint(first) : await accountPlace(trx, sellerId)
  const isHome =
    known && Math.abs(known.latitude - point.latitude) <= north && Math.abs(known.longitude - point.longitude) <= east
  return { ...point, publicCell: first?.publicCell ?? cellOf(isHome ? known : point) }
}

type Placed = Pick<Listing, 'latitude' | 'longitude' | 'publicCell'>

async function accountPlace(trx: Trx, sellerId: string): Promise<Point | null> {
  const seller = await findMember(trx, sellerId)
  return givenPoint({ latitude: seller?.defaultLatitude ?? null, longitude: seller?.defaultLongitude ?? null })
}
