import { CreateListingBody } from '../../src/modules/catalog/contract.ts'
import { postListing, storePhoto, updateListing } from '../../src/modules/catalog/index.ts'
import { rewardListing } from '../../src/modules/wallet/index.ts'
import type { DemoListing } from './demo-listing.ts'
import { shotsOf } from './looks.ts'
import { CITY, emailOf, NEIGHBOURS } from './neighbours.ts'
import type { Shot } from './pictures.ts'
import { memberId, postedListing, requireListing, type World } from './world.ts'

/** Posts a listing with its photos, unless that was done before; the reward is asked for in any case. */
export async function post(
  world: World,
  listing: DemoListing,
  photosOf: (listing: DemoListing) => Promise<Buffer[]>,
): Promise<void> {
  const sellerId = await memberId(world, listing.owner)
  const posted = await postedListing(world, listing.key)
  const listingId = posted?.id ?? (await create(world, listing, sellerId, await photosOf(listing)))
  const at = world.ctx.clock.now().toISOString()
  await rewardListing(world.ctx, { listingId, sellerId, at })
}

async function create(world: World, listing: DemoListing, sellerId: string, photos: Buffer[]): Promise<string> {
  const { key: _key, owner, posted: _posted, withdrawn: _withdrawn, look: _look, ...fields } = listing
  const neighbour = NEIGHBOURS[owner]
  // In the present: an old photo without a listing would be taken for a forgotten upload.
  const stored = await Promise.all(photos.map((bytes) => storePhoto(world.present, { ownerId: sellerId, bytes })))
  const body = CreateListingBody.parse({
    ...fields,
    city: CITY,
    contactName: `${neighbour.firstName} ${neighbour.lastName}`,
    contactEmail: emailOf(owner),
    contactPhone: 'phone' in neighbour ? neighbour.phone : undefined,
    pickupAddress: neighbour.address,
    latitude: neighbour.latitude,
    longitude: neighbour.longitude,
    photos: stored.map(({ url }) => url),
  })
  return (await postListing(world.ctx, sellerId, body)).id
}

/** Hides a listing again; one that is hidden stays so. */
export async function withdraw(world: World, { key }: DemoListing): Promise<void> {
  const { id, ownerId } = await requireListing(world, key)
  await updateListing(world.ctx, { listingId: id, callerId: ownerId, body: { status: 'withdrawn' } })
}

/** How many listings have their photos taken before it is their turn: the processor is busy while the database works. */
const AHEAD = 3

/** Takes the photos of `listings`, which will be asked for in this order, a few listings ahead. */
export function photoAlbum(listings: DemoListing[], shoot: (shot: Shot) => Promise<Buffer>) {
  const taken = new Map<string, Promise<Buffer[]>>()
  const take = ({ key, look }: DemoListing) => {
    const photos = taken.get(key) ?? Promise.all(shotsOf(key, look).map(shoot))
    // Whoever asks for them gets the error; photos that nobody asks for any more may fail unheard.
    photos.catch(() => undefined)
    taken.set(key, photos)
    return photos
  }
  return (listing: DemoListing): Promise<Buffer[]> => {
    const turn = listings.indexOf(listing)
    for (const next of listings.slice(turn + 1, turn + 1 + AHEAD)) void take(next)
    const photos = take(listing)
    taken.delete(listing.key)
    return photos
  }
}
