import { t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { ListingCard } from '../listing/listing-card.tsx'
import { ListingGrid } from '../listing/listing-grid.tsx'
import { noFilters } from './filters.ts'
import { useListings } from './use-listings.ts'

const SHOWN = 4

/** On a phone a visitor sees two rows of things before the introduction; the whole grid follows it. */
export function JustPosted() {
  const { listings, total } = useListings(noFilters)
  if (useMember() !== null || !listings || listings.length < SHOWN) return null
  return (
    <section aria-labelledby="just-posted" className="page pt-2 pb-4 md:hidden">
      <div className="mb-1 flex items-center justify-between gap-4">
        <h2 id="just-posted" className="text-lg font-extrabold">
          {t('Just posted')}
        </h2>
        <a href="#items" className="link inline-flex min-h-11 items-center text-sm font-semibold">
          {t('All {total, plural, one {# item} other {# items}}', { total })}
        </a>
      </div>
      <ListingGrid>
        {listings.slice(0, SHOWN).map((listing) => (
          <li key={listing.id} className="grid">
            <ListingCard listing={listing} />
          </li>
        ))}
      </ListingGrid>
    </section>
  )
}
