import { readSitePhoto } from '../../../platform/site/site.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import type { PhotoStore } from '../../../platform/photo-storage/photo-store.ts'
import { AppError, Conflict, ValidationFailed } from '../../../platform/errors.ts'
import { enqueue } from '../../../events.ts'
import { picturesOf } from '../../identity/index.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { words } from '../../../platform/language/words.ts'
import { VARIANT_FORMATS, variantWidths, type VariantFormat } from '../constants.ts'
import { CATALOG_CODES, type PhotoInfo } from '../contract.ts'

/** A row of `photo`: a picture on this site, in a listing or waiting for one. Sizes are of the base image. */
export class Photo extends rowOf('photo') {}

export const photoUrl = (id: string) => `/photos/${id}.webp`

/** Where the store keeps the file of that name; spread over folders, so that none grows huge. */
export const photoKey = (fileName: string) => `${fileName.slice(0, 2)}/${fileName}`

export const variantName = (id: string, width: number, format: VariantFormat) => `${id}-${width}.${format}`

/** Removes every file that may be there of a photo. */
export async function deleteFiles(store: PhotoStore, { id, width }: Pick<Photo, 'id' | 'width'>): Promise<void> {
  const variants = variantWidths(width).flatMap((size) =>
    VARIANT_FORMATS.map((format) => variantName(id, size, format)),
  )
  await Promise.all([`${id}.webp`, ...variants].map((name) => store.delete(photoKey(name))))
}

/** The facts about the photos of `urls`, by address. */
export async function photoInfos(reader: Reader, urls: string[]): Promise<Map<string, PhotoInfo>> {
  const photos = await Photo.query(reader).whereIn('url', urls).select('url', 'width', 'height', 'placeholder')
  return new Map(photos.map(({ url, width, height, placeholder }) => [url, { url, width, height, placeholder }]))
}

/**
 * Gives the photos of `urls` to a listing, and takes from it those that it no longer shows; they become orphans. What was
 * hidden in them is erased with their originals, at once.
 * @throws AppError PHOTO_NOT_YOURS 403 for what the owner has not uploaded, Conflict PHOTO_IN_USE for another listing's,
 *   ValidationFailed for the same photo twice
 */
export async function attachPhotos(
  trx: Trx,
  { listingId, ownerId, urls, now }: { listingId: string; ownerId: string; urls: string[]; now: Date },
): Promise<void> {
  const twice = urls.findIndex((url, index) => urls.indexOf(url) < index)
  if (twice >= 0)
    throw new ValidationFailed([{ path: ['photos', twice], message: words('Each photo can be used once') }])
  await Photo.query(trx).where({ listing_id: listingId }).whereNotIn('url', urls).patch({ listingId: null })
  const attached = await Photo.query(trx)
    .whereIn('url', urls)
    .where({ owner_id: ownerId })
    .whereNull('discarded_at')
    .whereRaw('(listing_id is null or listing_id = ?)', [listingId])
    // A photo of a message is for two alone.
    .whereNull('shown_to')
    .patch({ listingId })
  if (attached === urls.length) return eraseOriginals(trx, { ownerId, urls, now })
  await requireOwnPhotos(trx, { ownerId, urls })
  throw new Conflict(CATALOG_CODES.PHOTO_IN_USE, 'A photo belongs to another item already. Please upload it again.')
}

/** Also whatever else was made of the same originals; what is shown on purpose stays. */
async function eraseOriginals(
  trx: Trx,
  { ownerId, urls, now }: { ownerId: string; urls: string[]; now: Date },
): Promise<void> {
  const shown = await Photo.query(trx).whereIn('url', urls).whereNotNull('original_id').select('original_id')
  const originals = shown.flatMap(({ originalId }) => originalId ?? [])
  if (originals.length === 0) return
  const pictures = [...(await picturesOf(trx, [ownerId])), await readSitePhoto(trx)].filter((url) => url !== null)
  await Photo.query(trx)
    .whereRaw('(id = any(?::uuid[]) or original_id = any(?::uuid[]))', [originals, originals])
    .where({ owner_id: ownerId })
    .whereNotIn('url', [...urls, ...pictures])
    .whereNull('listing_id')
    .whereNull('message_id')
    .whereNull('discarded_at')
    .patch({ discardedAt: now })
  await enqueue(trx, 'catalog.remove-orphan-photos', {})
}

/** Their addresses, and those of what they were before parts of them were hidden. */
export async function photosWithOriginals(reader: Reader, urls: string[]): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { url: string }[] }>(
    'select original.url from photo join photo original on original.id = photo.original_id where photo.url = any(?)',
    [urls],
  )
  return [...urls, ...rows.map(({ url }) => url)]
}

/** The photos of `urls`, in that order. @throws AppError PHOTO_NOT_YOURS 403 unless all are the owner's own uploads */
export async function requireOwnPhotos(
  reader: Reader,
  { ownerId, urls }: { ownerId: string; urls: string[] },
): Promise<Photo[]> {
  const found = await Photo.query(reader).whereIn('url', urls).where({ owner_id: ownerId }).whereNull('discarded_at')
  const byUrl = new Map(found.map((photo) => [photo.url, photo]))
  return urls.map((url) => {
    const photo = byUrl.get(url)
    if (photo) return photo
    // Usually a draft older than the day after which the orphan job removes its photos.
    const message = words('A photo is not among your uploads any more. Please upload it again.')
    throw new AppError(CATALOG_CODES.PHOTO_NOT_YOURS, 403, message)
  })
}
