import type { RelatedCard, RelatedWhy } from '../../../src/modules/catalog/contract.ts'
import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { distance } from '../../lib/look.ts'
import { useApi } from '../../lib/use-api.ts'
import { FavouriteHeart } from '../listing/favourite-heart.tsx'
import { AGE_LABELS } from '../listing/labels.ts'
import { ListingCard } from '../listing/listing-card.tsx'
import { ListingGrid } from '../listing/listing-grid.tsx'
import { browseQuery, type Filters } from './filters.ts'

/**
 * Listings that a search misses closely, each with why. Nothing while it loads, and where there is nothing: it is an
 * extra.
 */
export default function CloseToIt({ filters }: { filters: Filters }) {
  const { cursor: _, sort: _order, ...query } = browseQuery(filters)
  const { data: close } = useApi(path('/api/items/related', { query }))
  if (!close || close.length === 0) return null
  return (
    <section aria-labelledby="close-heading" className="page mt-10">
      <h2 id="close-heading" className="mb-3 text-lg font-extrabold md:text-xl">
        {t('Close to it')}
      </h2>
      <ListingGrid>
        {close.map((listing) => (
          <li key={listing.id} className="relative flex flex-col">
            <ListingCard listing={listing} />
            <FavouriteHeart listing={listing} />
            <p className="px-1 pt-1 text-sm text-muted">
              {listing.why.map((why) => REASONS[why](listing)).join(' · ')}
            </p>
          </li>
        ))}
      </ListingGrid>
    </section>
  )
}

const REASONS: Record<RelatedWhy, (listing: RelatedCard) => string> = {
  synonym: () => t('Goes by another name'),
  'size-near': ({ ageSize }) => t('Size {size}', { size: ageSize ? t(AGE_LABELS[ageSize]) : '' }),
  farther: ({ distanceKm }) =>
    distanceKm === undefined ? t('Its place is not known') : t('{distance} away', { distance: distance(distanceKm) }),
  similar: () => t('Similar'),
}
