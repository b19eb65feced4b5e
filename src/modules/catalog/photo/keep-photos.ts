import { randomUUID } from 'node:crypto'
import { publish } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import { requireMember } from '../../identity/index.ts'
import type { DecodedPhoto } from './decode-photo.ts'
import { deleteFiles, Photo, photoKey, photoUrl } from './photo.ts'

/**
 * Stores decoded photos, all or none. The rows come first: a crash then leaves rows without files, which the orphan job
 * finds, never files without a row.
 * @throws NotSignedIn when the owner has left; Unavailable while the photo store is away
 */
export async function keepPhotos(
  ctx: Context,
  ownerId: string,
  decoded: DecodedPhoto[],
  originalId: string | null = null,
): Promise<{ id: string; url: string }[]> {
  const photos = decoded.map(({ bytes, known, width, height }) => {
    const id = randomUUID()
    return { row: { id, ownerId, url: photoUrl(id), width, height, bytes: bytes.length, originalId, ...known }, bytes }
  })
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, ownerId)
    const createdAt = ctx.clock.now()
    await Photo.query(trx).insert(photos.map(({ row }) => ({ ...row, createdAt })))
    for (const { row } of photos) await publish(trx, 'photo.uploaded', { photoId: row.id })
  })
  const ids = photos.map(({ row }) => row.id)
  try {
    for (const { row, bytes } of photos) await ctx.photos.put(photoKey(`${row.id}.webp`), bytes, 'image/webp')
  } catch (error) {
    // An unavailable store can't delete either; the orphan job will.
    await Photo.query(ctx.db).whereIn('id', ids).patch({ discardedAt: ctx.clock.now() })
    throw error
  }
  const remaining = await Photo.query(ctx.db).whereIn('id', ids).whereNull('discarded_at').resultSize()
  if (remaining === ids.length) return photos.map(({ row: { id, url } }) => ({ id, url }))
  // The owner has left meanwhile, and the orphan job may have run before these files were written.
  for (const { row } of photos) await deleteFiles(ctx.photos, row)
  throw new NotSignedIn()
}
