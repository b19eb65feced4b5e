import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { findMember, isBlocked } from '../../identity/index.ts'
import { CHOSEN, pick } from '../attributes.ts'
import { DRAFTED, type Listing as ListingView, type PhotoInfo } from '../contract.ts'
import type { Listing } from './listing.ts'
import { givenPoint, publicPointOf } from './place-listing.ts'
import { photoInfos } from '../photo/photo.ts'

/** The parts of a listing's view besides its row. */
interface Surroundings {
  seller: ListingView['seller']
  photos: Map<string, PhotoInfo>
}

/** A listing as `viewerId` may see it: address, contact and exact place are the owner's and the paid buyer's alone. */
export async function presentListing(
  reader: Reader,
  listing: Listing,
  viewerId: string | undefined,
): Promise<ListingView> {
  const seen = view(listing, await surroundingsOf(reader, listing.sellerId, listing.photos), viewerId)
  if (viewerId === undefined || !(await isBlocked(reader, viewerId, listing.sellerId))) return seen
  return { ...seen, blocked: true }
}

/** A member's own listings, newest first, withdrawn ones included. */
export async function presentOwnListings(reader: Reader, listings: Listing[]): Promise<ListingView[]> {
  const [first] = listings
  if (!first) return []
  const surroundings = await surroundingsOf(
    reader,
    first.sellerId,
    listings.flatMap(({ photos }) => photos),
  )
  return listings.map((listing) => view(listing, surroundings, first.sellerId))
}

async function surroundingsOf(reader: Reader, sellerId: string, photos: string[]): Promise<Surroundings> {
  const { rows } = await reader.raw<{ rows: { passed_on: number }[] }>(
    // Given away outside of the market, or bought and delivered: a purchase may still be undone.
    `select count(*)::int as passed_on from listing
     where seller_id = ? and status = 'claimed' and (buyer_id is null or delivery_confirmed_at is not null)`,
    [sellerId],
  )
  const seller = await findMember(reader, sellerId)
  if (!seller || !rows[0]) throw new Error('a listing without a seller')
  return {
    seller: {
      firstName: seller.firstName,
      profileImageUrl: seller.profileImageUrl,
      memberSince: seller.createdAt.toISOString(),
      itemsPassedOn: rows[0].passed_on,
    },
    photos: await photoInfos(reader, photos),
  }
}

function view(listing: Listing, { seller, photos }: Surroundings, viewerId: string | undefined): ListingView {
  const shared: ListingView = {
    id: listing.id,
    userId: listing.sellerId,
    title: listing.title,
    description: listing.description,
    category: listing.category,
    ...pick(listing, [...CHOSEN, 'weightLbs', 'bagCount']),
    drafted: DRAFTED.filter((field) => listing.drafted.includes(field)),
    sizeTo: listing.sizeTo as ListingView['sizeTo'],
    city: listing.city,
    photos: listing.photos,
    photoInfo: listing.photos.flatMap((url) => photos.get(url) ?? []),
    tokenPrice: formatHundredths(listing.tokenPrice),
    status: listing.status,
    createdAt: listing.createdAt.toISOString(),
    ...(listing.drawClosesAt && { drawClosesAt: listing.drawClosesAt.toISOString() }),
    seller,
    latitude: null,
    longitude: null,
  }
  const party = viewerId !== undefined && (viewerId === listing.sellerId || viewerId === listing.buyerId)
  if (!party) return { ...shared, ...publicPointOf(listing) }
  const { recallsCompared } = listing
  const forOwner = viewerId === listing.sellerId && { ...hidingOf(listing), recallsCompared }
  return { ...shared, ...givenPoint(listing), ...privateFields(listing), ...forOwner }
}

/** For its owner and the admins. */
export const hidingOf = ({ hiddenAt, hiddenReason }: Listing) => ({
  hiddenAt: hiddenAt?.toISOString() ?? null,
  hiddenReason,
})

function privateFields(listing: Listing): Partial<ListingView> {
  return {
    buyerId: listing.buyerId,
    tokensInEscrow: formatHundredths(listing.tokensInEscrow),
    purchasedAt: listing.purchasedAt?.toISOString() ?? null,
    deliveryConfirmedAt: listing.deliveryConfirmedAt?.toISOString() ?? null,
    escrowReleasedAt: listing.escrowReleasedAt?.toISOString() ?? null,
    pickupAddress: listing.pickupAddress,
    contactName: listing.contactName,
    contactEmail: listing.contactEmail,
    contactPhone: listing.contactPhone,
  }
}
