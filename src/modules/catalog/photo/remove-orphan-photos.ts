import { DAY_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { readSite, type Site } from '../../../platform/site/site.ts'
import { picturesOf } from '../../identity/index.ts'
import { deleteFiles, Photo } from './photo.ts'

const BATCH = 200

/**
 * Removes photos that a day after their upload belong to no listing and no message, and are nobody's picture, nor the site's: never posted, taken out
 * again, or left by a deleted listing. They are marked first, then the files go, then the rows: a crash in between is
 * finished by the next run.
 */
export async function removeOrphanPhotos(ctx: Context): Promise<void> {
  await discardOrphans(ctx, await readSite(ctx.db, ctx.config))
  for (;;) {
    const discarded = await Photo.query(ctx.db).whereNotNull('discarded_at').orderBy('id').limit(BATCH)
    if (discarded.length === 0) return
    for (const photo of discarded) await deleteFiles(ctx.photos, photo)
    const ids = discarded.map((photo) => photo.id)
    await Photo.query(ctx.db).whereIn('id', ids).delete()
  }
}

async function discardOrphans({ db, clock }: Context, site: Pick<Site, 'photo'>): Promise<void> {
  const now = clock.now()
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const unlisted = await Photo.query(db)
      .whereNull('listing_id')
      .whereNull('message_id')
      .whereNull('discarded_at')
      .where('created_at', '<', new Date(now.getTime() - DAY_MS))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
    const last = unlisted.at(-1)
    if (!last) return
    after = last.id
    const pictures = await picturesOf(
      db,
      unlisted.map((photo) => photo.ownerId),
    )
    const orphans = unlisted
      .filter((photo) => !pictures.has(photo.url) && photo.url !== site.photo)
      .map((photo) => photo.id)
    // A listing or a message may have taken one up since it was read.
    await Photo.query(db)
      .whereIn('id', orphans)
      .whereNull('listing_id')
      .whereNull('message_id')
      .patch({ discardedAt: now })
  }
}
