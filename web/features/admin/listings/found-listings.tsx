import { Link } from '../../../lib/navigation.tsx'
import type { FoundListing } from '../../../../src/modules/admin/search/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { path } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PricePill } from '../../../ui/price-pill.tsx'
import { Photo } from '../../listing/photo.tsx'
import { RestoreListing } from '../../safety/restore-listing.tsx'
import { Found } from '../found.tsx'
import { PersonLink, personName } from '../members/person-link.tsx'

const STATUS = {
  available: words('Available'),
  reserved: words('Reserved'),
  claimed: words('Claimed'),
  withdrawn: words('Withdrawn'),
}

interface Props {
  search: string
  sellerId: string | undefined
  chosen: ReadonlySet<string>
  onChoose: (id: string, on: boolean) => void
}

export function FoundListings({ search, sellerId, chosen, onChoose }: Props) {
  const query = { search, limit: 20, ...(sellerId === undefined ? {} : { sellerId }) }
  return (
    <Found list={useApiList(path('/api/admin/listings', { query }))} nothing={t('No listing with that title.')}>
      {(listing) => (
        <div className="flex items-start gap-3 p-4">
          <input
            type="checkbox"
            aria-label={t('Choose {title}', { title: listing.title })}
            checked={chosen.has(listing.id)}
            disabled={listing.hiddenAt !== null && !chosen.has(listing.id)}
            onChange={({ target }) => onChoose(listing.id, target.checked)}
            className="mt-1 size-6 shrink-0 accent-primary"
          />
          <Photo src={listing.photo ?? undefined} sizes="5rem" alt="" className="aspect-[4/3] w-20! rounded-input" />
          <div className="min-w-0">
            <h2 dir="auto" className="font-semibold wrap-anywhere">
              <Title listing={listing} />
            </h2>
            <p className="my-1 flex flex-wrap gap-2">
              <PricePill amount={listing.tokenPrice} />
              <Badge tone={listing.status === 'available' ? 'save' : 'plain'}>{t(STATUS[listing.status])}</Badge>
              {listing.hiddenAt && <Badge tone="danger">{t('Hidden')}</Badge>}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              {rich('By {name}, {day}', {
                day: formatDay(listing.createdAt),
                name: <PersonLink person={listing.seller} />,
              })}
            </p>
            {listing.hiddenAt && <RestoreListing listingId={listing.id} name={personName(listing.seller)} />}
          </div>
        </div>
      )}
    </Found>
  )
}

/** A link where there is a page behind it: what its owner has withdrawn has none for others. */
function Title({ listing: { id, title, status } }: { listing: FoundListing }) {
  if (status === 'withdrawn') return title
  return (
    <Link to={`/item/${id}`} className="link">
      {title}
    </Link>
  )
}
