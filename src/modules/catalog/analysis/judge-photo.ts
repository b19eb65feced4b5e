import type { Context } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { PhotoWarning } from './contract.ts'
import { isShownAgain } from '../photo/copied-photos.ts'
import { inTurn, openPicture, readHeader } from '../photo/limited-sharp.ts'
import { photoKey, requireOwnPhotos } from '../photo/photo.ts'

/** Pixels of the shorter side below which a photo looks poor on a listing's page. */
const TINY = 400
/** Brightness of 0 to 255 that 9 of 10 pixels stay below. */
const DARK = 60
/** The sharpest edge, as a part of the whole picture's contrast, below which nothing in it is in focus. */
const BLURRED = 0.12
/** Contrast of 0 to 255 below which there is nothing to judge by: a plain wall has no edges. */
const PLAIN = 16
/** Everything is measured on a grey picture of this size: noise is gone by then, edges are not. */
const SIDE = 512

/** The warnings about an own photo. @throws AppError PHOTO_NOT_YOURS 403, NotFound when its file is gone */
export async function judgePhoto(
  ctx: Context,
  { callerId, photoUrl }: { callerId: string; photoUrl: string },
): Promise<{ warnings: PhotoWarning[]; again: boolean }> {
  const [photo] = await requireOwnPhotos(ctx.db, { ownerId: callerId, urls: [photoUrl] })
  const file = photo && (await ctx.photos.get(photoKey(`${photo.id}.webp`)))
  if (!file) throw new NotFound('A photo is no longer here. Please upload it again.')
  const again = await isShownAgain(ctx.db, photo.id)
  return inTurn(callerId, async () => ({ warnings: await warningsFor(file), again }))
}

/** @param picture anything that sharp reads, upright */
export async function warningsFor(picture: Buffer): Promise<PhotoWarning[]> {
  const { width, height } = await readHeader(picture)
  const small = (await openPicture(picture))
    .flatten({ background: '#fff' })
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await small.greyscale().raw().toBuffer({ resolveWithObject: true })
  const dark = share(data, 0.9) < DARK
  return [
    ...(dark ? (['dark'] as const) : []),
    ...(!dark && sharpness(data, info.width) < BLURRED ? (['blurred'] as const) : []),
    ...(Math.min(width, height) < TINY ? (['tiny'] as const) : []),
  ]
}

/**
 * The part of the picture's contrast that lies between two neighbouring pixels at the sharpest 1 in 1000 places, 0 to
 * 1. Single pixels are noise, and a dim or a pale picture may be as sharp as a bright one.
 */
function sharpness(pixels: Uint8Array, width: number): number {
  const contrast = share(pixels, 0.995) - share(pixels, 0.005)
  if (contrast < PLAIN) return 1
  const steps = pixels.map((value, index) => {
    const left = index % width === 0 ? value : (pixels[index - 1] ?? value)
    const above = pixels[index - width] ?? value
    return Math.max(Math.abs(value - left), Math.abs(value - above))
  })
  return share(steps, 0.999) / contrast
}

/** The value that this share of `values` stays below. */
function share(values: Uint8Array, part: number): number {
  return values.toSorted()[Math.floor(values.length * part)] ?? 0
}
