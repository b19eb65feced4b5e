import { Link } from 'react-router-dom'
import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import type { AgeRange, User } from '../../../src/modules/identity/contract.ts'
import { path } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { AGE_LABELS } from '../listing/labels.ts'
import { ListingCard } from '../listing/listing-card.tsx'
import { browseQuery, chosen, type Filters, noFilters, pageAfter, roundedPlace } from './filters.ts'

const SHOWN = 8

interface Props {
  member: User
  size: AgeRange
}

/** What neighbours have in the next size; nothing where they have nothing. */
export default function NextSizeRow({ member, size }: Props) {
  const filters = filtersForSize(member, size)
  // One more than is shown: another key than the grid's, and room for an own one.
  const { data, error } = useApi(
    path('/api/items', { query: { status: 'available', limit: SHOWN + 1, ...browseQuery(filters) } }),
  )
  const listings = data?.filter(({ userId }) => userId !== member.id).slice(0, SHOWN)
  if (error !== undefined || listings?.length === 0) return null
  return (
    <section aria-labelledby="next-size" className="page pt-3 pb-1 md:pb-6">
      <h2 id="next-size" className="font-extrabold md:text-xl">
        {t('Next size for your youngest')}
      </h2>
      <div className="flex items-center justify-between gap-4 text-sm">
        <p className="truncate text-muted">
          {t(AGE_LABELS[size])}
          {filters.place && ` · ${t('near {place}', { place: filters.place })}`}
        </p>
        <Link to={pageAfter(filters, {})} className="link inline-flex min-h-11 shrink-0 items-center font-semibold">
          {rich('See all or save<more> this search</more>', {
            more: (text) => <span className="sr-only">{text}</span>,
          })}
        </Link>
      </div>
      <ul
        aria-busy={!listings}
        className="-mx-[16px] flex min-h-59 snap-x scroll-px-[16px] gap-3 overflow-x-auto px-[16px] pb-2 md:min-h-72 md:gap-5"
      >
        {listings?.map((listing) => (
          <li key={listing.id} className="grid w-40 shrink-0 snap-start md:w-56">
            <ListingCard listing={listing} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As far as parents go for a bag of clothes. */
const WITHIN_KM = '10'

/** Near the member's place, where that is known. */
function filtersForSize({ defaultLatitude, defaultLongitude, defaultCity }: User, size: string): Filters {
  const near =
    defaultLatitude === null || defaultLongitude === null
      ? ''
      : roundedPlace(`${defaultLatitude.toFixed(6)},${defaultLongitude.toFixed(6)}`)
  const place = near === '' ? {} : { near, place: defaultCity ?? '', within: WITHIN_KM }
  return chosen(noFilters, { category: ATTRIBUTES.ageSize.ofCategory, size, ...place })
}
