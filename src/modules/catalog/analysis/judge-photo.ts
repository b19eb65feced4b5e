import sharp from 'sharp'
import type { Context } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { PhotoWarning } from '../contract.ts'
import { createGate } from '../gate.ts'
import { photoKey, requireOwnPhotos } from '../photo.ts'

/** Pixels of the shorter side below which a photo looks poor on a listing's page. */
const TINY = 400
/** Brightness of 0 to 255 that 9 of 10 pixels stay below. */
const DARK = 60
/** Strongest contrast between neighbouring pixels, 0 to 255, below which there is no sharp edge anywhere. */
const BLURRED = 24
/** Everything is measured on a grey picture of this size: noise is gone by then, edges are not. */
const SIDE = 512

const judging = createGate(2)

/** What may be better about an own photo. @throws AppError PHOTO_NOT_YOURS 403, NotFound when its file is gone */
export async function judgePhoto(
  ctx: Context,
  { callerId, photoUrl }: { callerId: string; photoUrl: string },
): Promise<{ warnings: PhotoWarning[] }> {
  const [photo] = await requireOwnPhotos(ctx.db, { ownerId: callerId, urls: [photoUrl] })
  const file = photo && (await ctx.photos.get(photoKey(`${photo.id}.webp`)))
  if (!file) throw new NotFound('A photo is no longer here. Please upload it again.')
  return judging(async () => ({ warnings: await warningsFor(file) }))
}

/** @param picture anything that sharp reads, upright */
export async function warningsFor(picture: Buffer): Promise<PhotoWarning[]> {
  const { width, height } = await sharp(picture).metadata()
  const small = sharp(picture)
    .flatten({ background: '#fff' })
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await small.greyscale().raw().toBuffer({ resolveWithObject: true })
  const dark = share(data, 0.9) < DARK
  return [
    ...(dark ? (['dark'] as const) : []),
    // In the dark there are no edges to judge by.
    ...(!dark && strongestEdge(data, info.width) < BLURRED ? (['blurred'] as const) : []),
    ...(Math.min(width, height) < TINY ? (['tiny'] as const) : []),
  ]
}

/** The value that this share of `values` stays below. */
function share(values: Uint8Array, part: number): number {
  return values.toSorted()[Math.floor(values.length * part)] ?? 0
}

/** How much neighbours differ at the sharpest 1 in 1000 places; single pixels are noise. */
function strongestEdge(pixels: Uint8Array, width: number): number {
  const steps = pixels.map((value, index) =>
    Math.max(
      index % width === 0 ? 0 : Math.abs(value - (pixels[index - 1] ?? value)),
      Math.abs(value - (pixels[index - width] ?? value)),
    ),
  )
  return share(steps, 0.999)
}
