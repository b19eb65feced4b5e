import { Bell, BellRing } from 'lucide-react'
import { Link } from '../../lib/navigation.tsx'
import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import type { AgeRange, User } from '../../../src/modules/identity/contract.ts'
import { messageFrom, path } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { AGE_LABELS } from '../listing/labels.ts'
import { ListingCard } from '../listing/listing-card.tsx'
import { saveSearch } from './searches/change-searches.ts'
import { browseQuery, chosen, type Filters, noFilters, pageAfter, placeOfMember } from './filters.ts'
import { savedAs, useSavedSearches } from './searches/saved-searches.ts'

const SHOWN = 8

interface Props {
  member: User
  /** The child's age. */
  months: number
  size: AgeRange
}

/** Listings in a child's size; where there are none, members can ask to be told once there are. */
export default function ForYoungest({ member, months, size }: Props) {
  const filters = filtersForSize(member, size)
  // One more than is shown: another key than the grid's, and room for an own one.
  const { data, error } = useApi(
    path('/api/items', { query: { status: 'available', limit: SHOWN + 1, ...browseQuery(filters) } }),
  )
  const listings = data?.filter(({ userId }) => userId !== member.id).slice(0, SHOWN)
  if (error !== undefined) return null
  return (
    <section aria-labelledby="for-youngest" className="page pt-3 pb-1 md:pb-6">
      <h2 id="for-youngest" className="font-extrabold md:text-xl">
        {forAge(months)}
      </h2>
      {listings?.length === 0 ? (
        <NothingYet filters={filters} size={size} />
      ) : (
        <>
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
                <ListingCard listing={listing} sizes="(min-width: 48rem) 14rem, 10rem" />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function forAge(months: number): string {
  if (months === 0) return t('For your newborn')
  if (months < 24) return t('For your {months, plural, one {#-month-old} other {#-month-old}}', { months })
  return t('For your {years, plural, one {#-year-old} other {#-year-old}}', { years: Math.floor(months / 12) })
}

function NothingYet({ filters, size }: { filters: Filters; size: AgeRange }) {
  const { data: searches } = useSavedSearches()
  const save = useAction(() => saveSearch(filters, { how: 'at-once', shown: false }))
  const saved = savedAs(filters, searches)
  const said = { size: t(AGE_LABELS[size]) }
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 md:p-4">
      <p role="status" className="min-w-0 flex-1 basis-56">
        {saved
          ? t("We'll tell you as soon as there is something in {size}.", said)
          : filters.near
            ? t('Nothing in {size} near you yet.', said)
            : t('Nothing in {size} yet.', said)}
      </p>
      {saved ? (
        <Link to="/searches" className="link inline-flex min-h-11 items-center gap-2 font-semibold">
          <BellRing size={18} aria-hidden /> {t('Saved Searches')}
        </Link>
      ) : (
        <Button variant="quiet" pending={save.pending} disabled={!searches} onClick={() => void save.run()}>
          {!save.pending && <Bell size={18} aria-hidden />} {t('Tell me when there is')}
        </Button>
      )}
      {save.error !== undefined && (
        <FieldError>{messageFrom(save.error, t("That didn't work. Please try again."))}</FieldError>
      )}
    </div>
  )
}

/** As far as parents go for a bag of clothes. */
const WITHIN_KM = '10'

/** Near the member's place, where that is known. */
function filtersForSize(member: User, size: string): Filters {
  const near = placeOfMember(member)
  const place = near === '' ? {} : { near, place: member.defaultCity ?? '', within: WITHIN_KM }
  return chosen(noFilters, { category: ATTRIBUTES.ageSize.ofCategory, size, ...place })
}
