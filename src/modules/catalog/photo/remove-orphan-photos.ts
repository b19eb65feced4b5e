import type { Context } from '../../../platform/context.ts'
import { deleteFiles, Photo } from './photo.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const AT_A_TIME = 200

/**
 * Removes photos that a day after their upload belong to no listing and are nobody's picture: never posted, taken out again, or left by a deleted
 * one. They are marked first, then the files go, then the rows: a crash in between is finished by the next run.
 */
export async function removeOrphanPhotos(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await Photo.query(ctx.db)
    .whereNull('listing_id')
    .whereNull('discarded_at')
    .where('created_at', '<', new Date(now.getTime() - DAY_MS))
    .whereRaw('not exists (select from member where id = owner_id and profile_image_url = url)')
    .patch({ discardedAt: now })
  for (;;) {
    const discarded = await Photo.query(ctx.db).whereNotNull('discarded_at').orderBy('id').limit(AT_A_TIME)
    if (discarded.length === 0) return
    for (const photo of discarded) await deleteFiles(ctx.photos, photo)
    const ids = discarded.map((photo) => photo.id)
    await Photo.query(ctx.db).whereIn('id', ids).delete()
  }
}
