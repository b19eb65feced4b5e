import { clsx } from 'clsx'
import { Children, type ReactNode } from 'react'
import { Link, useLocation } from '../../lib/navigation.tsx'
import { SHOWN } from '../../../src/modules/catalog/attributes.ts'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { categoryLabel, distanceLabel, inWords } from './labels.ts'
import { Photo } from './photo.tsx'
import { WholePrice } from './whole-price.tsx'

const OVERLAYS: Partial<Record<Listing['status'], string>> = {
  claimed: words('Claimed'),
  reserved: words('Reserved'),
  withdrawn: words('Withdrawn'),
}

/** Kept with the entry of the history that a card on the list leads to. */
export const FROM_LIST = 'from-list'

/** The grid's columns; above 80rem the page grows no further. */
const IN_GRID =
  '(min-width: 80rem) 18rem, (min-width: 48rem) 31vw, (min-width: 22.5rem) calc(50vw - 1.5rem), calc(100vw - 2.125rem)'

interface Props {
  listing: Pick<
    Listing,
    'id' | 'title' | 'category' | 'city' | 'photos' | 'photoInfo' | 'tokenPrice' | 'status' | 'createdAt' | 'distanceKm'
  > &
    Partial<Record<(typeof SHOWN.card)[number], string | number | null | undefined>>
  heading?: 'h2' | 'h3'
  /** The width of its photo, where that isn't in the grid. */
  sizes?: string
  /** The first row is fetched at once, its first two with priority. */
  priority?: 'high' | 'eager' | 'lazy'
}

/** A listing in a grid. The whole card is the link. */
export function ListingCard({ listing, heading: Heading = 'h3', sizes = IN_GRID, priority = 'lazy' }: Props) {
  const overlay = OVERLAYS[listing.status]
  const atList = !useLocation().pathname.startsWith('/item/')
  return (
    <article className="@container group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-[transform,box-shadow] hover:-translate-y-0.5 hover:shadow-2">
      <div className="relative">
        <Photo
          src={listing.photos[0]}
          info={listing.photoInfo[0]}
          sizes={sizes}
          alt=""
          priority={priority}
          className={clsx('aspect-[4/3]', overlay && 'opacity-45 grayscale')}
        />
        <span
          title={t('No cash to the seller')}
          className="absolute top-2 start-2 z-10 rounded-full bg-surface/90 px-1.5 text-xs font-semibold text-muted"
        >
          {t('FREE')}
        </span>
        {overlay && (
          <span className="absolute inset-0 grid place-items-center">
            <span className="rounded-full bg-ink px-4 py-1.5 font-extrabold text-bg @max-[6rem]:px-2 @max-[6rem]:text-xs">
              {t(overlay)}
            </span>
          </span>
        )}
        <span className="absolute end-2 bottom-2">
          <WholePrice tokens={listing.tokenPrice} />
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-2.5 md:p-3">
        <Heading dir="auto" className="line-clamp-2 leading-5 font-semibold max-md:text-sm">
          <Link
            to={`/item/${listing.id}`}
            state={atList ? FROM_LIST : undefined}
            className="rounded-input after:absolute after:inset-0 after:rounded-card"
          >
            {listing.title}
          </Link>
        </Heading>
        <Facts className="text-xs md:text-sm">
          {SHOWN.card.map((name) => inWords(name, listing[name]))}
          {listing.distanceKm !== undefined && distanceLabel(listing.distanceKm)}
        </Facts>
        <Facts className="mt-auto text-xs text-muted md:text-sm">
          {categoryLabel(listing.category)}
          {listing.city}
          <TimeAgo at={listing.createdAt} />
        </Facts>
      </div>
    </article>
  )
}

/** Facts with dots between them. When a line wraps, the dot before the wrapped part is clipped at the edge. */
function Facts({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p className={clsx('overflow-hidden', className)}>
      <span className="-ms-3 flex flex-wrap">
        {Children.toArray(children).map((fact, index) => (
          <span key={index} className="relative min-w-0 ps-3 wrap-anywhere">
            {index > 0 && <span className="absolute start-0 w-3 text-center whitespace-pre"> · </span>}
            {fact}
          </span>
        ))}
      </span>
    </p>
  )
}
