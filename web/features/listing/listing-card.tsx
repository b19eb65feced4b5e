import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { PricePill } from '../../ui/price-pill.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { categoryLabel } from './labels.ts'
import { Photo } from './photo.tsx'

const OVERLAYS: Partial<Record<Listing['status'], string>> = {
  claimed: 'Claimed',
  reserved: 'Reserved',
  withdrawn: 'Withdrawn',
}

/** The grid's columns; above 80rem the page grows no further. */
const SIZES = '(min-width: 80rem) 19rem, (min-width: 60rem) 33vw, (min-width: 30rem) 50vw, 100vw'

const FACT = 'relative min-w-0 pl-3 wrap-anywhere'
const DOT = <span className="absolute left-0 w-3 text-center whitespace-pre"> · </span>

interface Props {
  listing: Pick<
    Listing,
    'id' | 'title' | 'category' | 'city' | 'photos' | 'photoInfo' | 'tokenPrice' | 'status' | 'createdAt'
  >
  heading?: 'h2' | 'h3'
  /** The first row is fetched at once, its first two with priority. */
  priority?: 'high' | 'eager' | 'lazy'
}

/** A listing in a grid. The whole card is the link. */
export function ListingCard({ listing, heading: Heading = 'h3', priority = 'lazy' }: Props) {
  const overlay = OVERLAYS[listing.status]
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-[transform,box-shadow] hover:-translate-y-0.5 hover:shadow-2">
      <div className="relative">
        <Photo
          src={listing.photos[0]}
          info={listing.photoInfo[0]}
          sizes={SIZES}
          alt=""
          priority={priority}
          className={clsx('aspect-[4/3]', overlay && 'opacity-45 grayscale')}
        />
        <span className="absolute top-2 left-2 rounded-full bg-surface/95 px-2 py-0.5 text-xs font-extrabold tracking-wide text-ink">
          FREE
        </span>
        {overlay && (
          <span className="absolute inset-0 grid place-items-center">
            <span className="rounded-full bg-ink px-4 py-1.5 font-extrabold text-bg">{overlay}</span>
          </span>
        )}
        <span className="absolute right-2 bottom-2">
          <PricePill amount={listing.tokenPrice} />
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-3">
        <Heading dir="auto" className="line-clamp-2 font-semibold">
          <Link to={`/item/${listing.id}`} className="rounded-input after:absolute after:inset-0 after:rounded-card">
            {listing.title}
          </Link>
        </Heading>
        {/* When a line wraps, the dot before the wrapped part is clipped at the edge. */}
        <p className="mt-auto overflow-hidden text-sm text-muted">
          <span className="-ml-3 flex flex-wrap">
            <span className={FACT}>{categoryLabel(listing.category)}</span>
            <span className={FACT}>
              {DOT}
              {listing.city}
            </span>
            <span className={FACT}>
              {DOT}
              <TimeAgo at={listing.createdAt} />
            </span>
          </span>
        </p>
      </div>
    </article>
  )
}
