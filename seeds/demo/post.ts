import { readFile } from 'node:fs/promises'
import { CreateListingBody } from '../../src/modules/catalog/contract.ts'
import { postListing, storePhoto, updateListing } from '../../src/modules/catalog/index.ts'
import { DRAWS } from '../../src/modules/purchasing/index.ts'
import { rewardListing } from '../../src/modules/wallet/index.ts'
import type { DemoListing } from './demo-listing.ts'
import { CITY, emailOf, NEIGHBOURS } from './neighbours.ts'
import { memberId, postedListing, requireListing, type World } from './world.ts'

/** Posts a listing with its photos, unless that was done before; the reward is asked for in any case. */
export async function post(world: World, listing: DemoListing): Promise<void> {
  const sellerId = await memberId(world, listing.owner)
  const posted = await postedListing(world, listing.key)
  const listingId = posted?.id ?? (await create(world, listing, sellerId))
  const at = world.ctx.clock.now().toISOString()
  await rewardListing(world.ctx, { listingId, sellerId, at })
}

async function create(world: World, listing: DemoListing, sellerId: string): Promise<string> {
  const { key: _key, owner, posted: _posted, withdrawn: _withdrawn, ...fields } = listing
  const neighbour = NEIGHBOURS[owner]
  // In the present: an old photo without a listing would be taken for a forgotten upload.
  const stored = await Promise.all(
    (await readPhotos(listing)).map((bytes) => storePhoto(world.present, { ownerId: sellerId, bytes })),
  )
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
  await updateListing(world.ctx, DRAWS, { listingId: id, callerId: ownerId, body: { status: 'withdrawn' } })
}

function readPhotos({ key, photos }: DemoListing): Promise<Buffer[]> {
  const folder = new URL('photos/', import.meta.url)
  return Promise.all(
    Array.from({ length: photos }, (_, index) => readFile(new URL(`${key}-${index + 1}.webp`, folder))),
  )
}
