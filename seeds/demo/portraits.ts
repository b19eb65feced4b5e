import sharp from 'sharp'
import { storePhoto } from '../../src/modules/catalog/index.ts'
import { Member, setPicture } from '../../src/modules/identity/index.ts'
import { transact } from '../../src/platform/database.ts'
import type { NeighbourKey } from './neighbours.ts'
import { fileOf } from './pictures.ts'
import { memberId, type World } from './world.ts'

/** A face on a colour. Ben has no picture: his initial stands in, as it does for everybody who is new. */
const PORTRAITS: Partial<Record<NeighbourKey, { emoji: string; colour: string }>> = {
  june: { emoji: '👩🏼‍🦳', colour: '#d9e7ef' },
  maya: { emoji: '👩🏿‍🦱', colour: '#ffe2ad' },
  hannah: { emoji: '👱🏻‍♀️', colour: '#d6ecdf' },
  tomas: { emoji: '👨🏽', colour: '#cfe6ea' },
  aiko: { emoji: '👩🏻', colour: '#f6d9dd' },
  priya: { emoji: '👩🏾', colour: '#e3dcf3' },
}

const SIDE = 256

/** Gives a neighbour a picture, unless they have one. */
export async function sitForPortrait(world: World, key: NeighbourKey): Promise<void> {
  const portrait = PORTRAITS[key]
  if (!portrait) return
  const ownerId = await memberId(world, key)
  const member = await Member.query(world.ctx.db).findById(ownerId)
  if (member?.profileImageUrl) return
  const bytes = await draw(portrait)
  // In the present, as the photos of listings are.
  const { url } = await storePhoto(world.present, { ownerId, bytes })
  await transact(world.ctx.db, (trx) => setPicture(trx, { memberId: ownerId, url, now: world.ctx.clock.now() }))
}

/** The shoulders go beyond the lower edge, so that the round frame cuts through nothing but cloth. */
async function draw({ emoji, colour }: { emoji: string; colour: string }): Promise<Buffer> {
  const face = await sharp(fileOf(emoji))
    .resize(SIDE - 24, SIDE - 24)
    .toBuffer()
  return sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: colour } })
    .composite([{ input: face, left: 12, top: 24 }])
    .jpeg({ quality: 90 })
    .toBuffer()
}
