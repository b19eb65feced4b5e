import type { Context } from '../../platform/context.ts'
import { foldTally } from './count-listings.ts'
import { makePhotoVariants } from './make-photo-variants.ts'
import { removeOrphanPhotos } from './remove-orphan-photos.ts'

export function catalogJobs(ctx: Context) {
  return {
    'catalog.fold-tally': () => foldTally(ctx.db),
    'catalog.make-photo-variants': ({ photoId }: { photoId: string }) => makePhotoVariants(ctx, photoId),
    'catalog.remove-orphan-photos': () => removeOrphanPhotos(ctx),
  }
}
