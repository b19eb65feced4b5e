import type { Context } from '../../../platform/context.ts'
import { VARIANT_FORMATS, type VariantFormat, variantWidths } from '../constants.ts'
import { inTurn, openPicture } from './limited-sharp.ts'
import { deleteFiles, Photo, photoKey, variantName } from './photo.ts'

/** WebP needs a higher quality than AVIF to look the same. More effort costs much more time and saves a few percent. */
const QUALITY: Record<VariantFormat, { quality: number; effort: number }> = {
  avif: { quality: 50, effort: 2 },
  webp: { quality: 74, effort: 4 },
}
const PLACEHOLDER_SIDE = 16

/**
 * Makes the small sizes of a photo and its placeholder. The row is updated last: an interrupted run is repeated, and
 * a row that names variants always has them.
 * @throws Error while the photo itself is not stored yet; the queue tries again
 */
export async function makePhotoVariants(ctx: Context, photoId: string): Promise<void> {
  const photo = await Photo.query(ctx.db).findById(photoId).whereNull('discarded_at').whereNull('variants_at')
  if (!photo) return
  const base = await ctx.photos.get(photoKey(`${photo.id}.webp`))
  if (!base) throw new Error(`photo ${photo.id} is not stored yet`)
  for (const width of variantWidths(photo.width)) {
    for (const format of VARIANT_FORMATS) {
      const smaller = (await openPicture(base)).resize({ width, withoutEnlargement: true })
      const bytes = await inTurn(photo.ownerId, () => smaller[format](QUALITY[format]).toBuffer())
      await ctx.photos.put(photoKey(variantName(photo.id, width, format)), bytes, `image/${format}`)
    }
  }
  const completed = await Photo.query(ctx.db)
    .where({ id: photo.id })
    .whereNull('discarded_at')
    .patch({ placeholder: await inTurn(photo.ownerId, () => placeholderOf(base)), variantsAt: ctx.clock.now() })
  // Discarded meanwhile: the orphan job may have run before these files were written.
  if (completed === 0) await deleteFiles(ctx.photos, photo)
}

/** About 200 characters. None for a transparent picture: the placeholder would show through it. */
async function placeholderOf(base: Buffer): Promise<string | null> {
  if (!(await (await openPicture(base)).stats()).isOpaque) return null
  const bytes = await (
    await openPicture(base)
  )
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside' })
    .blur(1)
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
