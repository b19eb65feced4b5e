import { readFile } from 'node:fs/promises'
import { storePhoto } from '../../src/modules/catalog/index.ts'
import { Member, setPicture } from '../../src/modules/identity/index.ts'
import { transact } from '../../src/platform/database.ts'
import type { NeighbourKey } from './neighbours.ts'
import { memberId, type World } from './world.ts'

/** Ben has no picture: his initial stands in, as it does for everybody who is new. */
const WITHOUT_PICTURE: NeighbourKey = 'ben'

/** Gives a neighbour a picture, unless they have one. */
export async function givePicture(world: World, key: NeighbourKey): Promise<void> {
  if (key === WITHOUT_PICTURE) return
  const ownerId = await memberId(world, key)
  const member = await Member.query(world.ctx.db).findById(ownerId)
  if (member?.profileImageUrl) return
  const bytes = await readFile(new URL(`photos/neighbours/${key}.webp`, import.meta.url))
  // In the present, as the photos of listings are.
  const { url } = await storePhoto(world.present, { ownerId, bytes })
  await transact(world.ctx.db, (trx) => setPicture(trx, { memberId: ownerId, url, now: world.ctx.clock.now() }))
}
