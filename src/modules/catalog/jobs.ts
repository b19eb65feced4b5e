import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { removeOldAnalyses } from './analysis/remove-old-analyses.ts'
import { runAnalysis } from './analysis/run-analysis.ts'
import { countTitleWords } from './counts/count-title-words.ts'
import { foldCounts } from './counts/fold-counts.ts'
import { notifyFavourites } from './favourite/notify-favourites.ts'
import { offerLowerPrices } from './prices/ask-less.ts'
import { placeListing } from './listing/place-listing.ts'
import { makePhotoVariants } from './photo/make-photo-variants.ts'
import { removeOrphanPhotos } from './photo/remove-orphan-photos.ts'
import { lookForRecalled } from './recalled/look-for-recalled.ts'
import { matchSearches } from './searches/match-searches.ts'
import { notifySearches } from './searches/notify-searches.ts'

export function catalogJobs(ctx: Context) {
  return {
    'catalog.analyze-photos': (job: { analysisId: string; attempt: number }) => runAnalysis(ctx, job),
    'catalog.count-title-words': () => countTitleWords(ctx.db),
    'catalog.fold-counts': () => foldCounts(ctx.db),
    'catalog.look-for-recalled': () => lookForRecalled(ctx),
    'catalog.make-photo-variants': ({ photoId }: { photoId: string }) => makePhotoVariants(ctx, photoId),
    'catalog.match-searches': (job: { listingId: string }) => matchSearches(ctx, job),
    'catalog.offer-lower-prices': () => offerLowerPrices(ctx),
    'catalog.place-listing': async ({ listingId }: { listingId: string }) => {
      await placeListing(ctx, listingId)
    },
    'catalog.remove-old-analyses': () => removeOldAnalyses(ctx),
    'catalog.remove-orphan-photos': () => removeOrphanPhotos(ctx),
    'catalog.notify-favourites': (job: JobPayload<'catalog.notify-favourites'>) => notifyFavourites(ctx, job),
    'catalog.notify-searches': () => notifySearches(ctx),
  }
}
