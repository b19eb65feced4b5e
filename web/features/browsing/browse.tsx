import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { messageFrom, path } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ActiveFilters } from './active-filters.tsx'
import {
  type ChangeFilters,
  type Filters,
  isFiltered,
  listingsPath,
  pageAfter,
  pagePath,
  understood,
} from './filters.ts'
import { chosenFilters } from './filter-words.ts'
import { forgetPlace } from './known-place.ts'
import { FiltersButton } from './open-filters.tsx'
import { SaveSearch } from './searches/save-search.tsx'
import { Showing } from './showing.tsx'
import { SortSelect } from './sort-select.tsx'
import { FavouriteHeart } from '../listing/favourite-heart.tsx'
import { ListingCard } from '../listing/listing-card.tsx'
import { ListingGrid, ListingGridSkeleton } from '../listing/listing-grid.tsx'
import { NewListings } from './new-listings.tsx'
import { type Listings, useListings } from './use-listings.ts'

const AUTOMATIC_PAGES = 3

/** The grid under the chips, with the result count for screen readers. */
export function Browse({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  const shown = useListings(filters)
  const { listings, total, showing, outdated, error } = shown
  const read = understood(filters)
  const meant = showing === null || outdated ? read : { ...read, search: showing, exact: '' }
  const savable = chosenFilters(filters).length > 0
  const available = t('{total, plural, one {# item} other {# items}} available', { total })
  const some = showing === null ? available : t('Showing “{search}”: {available}', { search: showing, available })
  const found = listings?.length === 0 ? t('No items found') : some
  return (
    <>
      {/* Always mounted: screen readers only announce changes inside an existing element. */}
      <p role="status" className="sr-only">
        {listings && !outdated && error === undefined ? found : ''}
      </p>
      <div id="items" className="scroll-mt-10 md:scroll-mt-12">
        <div className="page flex items-start gap-2 pt-2 empty:hidden md:pt-5">
          <ActiveFilters filters={filters} />
          {savable && listings && listings.length > 0 && (
            <span className="shrink-0 py-1">
              <SaveSearch filters={meant} />
            </span>
          )}
        </div>
        <Results filters={filters} onChange={onChange} shown={shown} />
      </div>
      {listings && shown.next === null && !outdated && <NearMisses filters={meant} />}
    </>
  )
}

interface ResultsProps {
  filters: Filters
  onChange: ChangeFilters
  shown: Listings
}

function Results({ filters, onChange, shown }: ResultsProps) {
  const first = listingsPath(filters)
  const { listings, total, showing, next, loadMore, reload, busy, outdated, error, pages } = shown
  const followFirstOfMore = useFirstOfMore(first, listings?.length ?? 0)
  if (error !== undefined && pages === 0) return <Failed error={error} onRetry={() => void reload()} />
  if (!listings) return <Loading />
  if (listings.length === 0) return <Nothing filters={filters} />
  const showNew = async () => {
    await reload()
    document.getElementById('items')?.scrollIntoView()
  }
  return (
    <section aria-labelledby="items-heading" className="page pt-2 md:pt-4">
      {/* A new instance for each search: on a changed key SWR would repeat the grid's request at once. */}
      {filters.sort === 'newest' && (
        <NewListings key={first} first={first} shown={listings} onShow={() => void showNew()} />
      )}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3 md:mb-4">
        <div className="min-w-0 flex-[1_1_8rem]">
          <h2 id="items-heading" className="flex items-center gap-3 text-lg font-extrabold md:text-xl">
            {t('{total, plural, one {# item} other {# items}} available', { total })}
            {outdated && (
              // Delayed, because most answers come sooner.
              <span className="animate-fade [animation-delay:200ms] [animation-fill-mode:backwards]">
                <Spinner />
              </span>
            )}
          </h2>
          <p className="text-muted max-md:text-sm">
            {rich('<short>Local items available for tokens</short><more>. FREE means no cash to the seller.</more>', {
              short: (text) => <span>{text}</span>,
              more: (text) => <span className="max-md:hidden">{text}</span>,
            })}
          </p>
        </div>
        <div className="flex shrink-0 gap-2">
          <FiltersButton filters={filters} onChange={onChange} />
          <SortSelect filters={filters} onChange={onChange} />
        </div>
      </div>
      {showing !== null && !outdated && <Showing filters={filters} instead={showing} />}
      <ListingGrid outdated={outdated}>
        {listings.map((listing, index) => (
          <li key={listing.id} className="relative grid">
            <ListingCard listing={listing} priority={index < 2 ? 'high' : index < 4 ? 'eager' : 'lazy'} />
            <FavouriteHeart listing={listing} />
          </li>
        ))}
      </ListingGrid>
      {next && (
        <LoadMore
          automatic={pages < AUTOMATIC_PAGES}
          busy={busy}
          error={error}
          onLoad={loadMore}
          onPress={() => {
            followFirstOfMore()
            loadMore()
          }}
          nextPage={pagePath(next, filters.place)}
        />
      )}
    </section>
  )
}

/** After 'Load more', moves the focus to the first new card: the button is further down by then, or gone. */
function useFirstOfMore(path: string, shown: number): () => void {
  const asked = useRef<{ path: string; shown: number }>(undefined)
  useLayoutEffect(() => {
    const { current } = asked
    if (!current || (current.path === path && shown <= current.shown)) return
    asked.current = undefined
    if (current.path !== path) return
    document.querySelectorAll<HTMLElement>('#items article a')[current.shown]?.focus({ preventScroll: true })
  }, [path, shown])
  return () => {
    asked.current = { path, shown }
  }
}

function Loading() {
  return (
    <section className="page pt-4">
      <p role="status" className="mb-4 flex items-center gap-2 text-muted">
        <Spinner /> {t('Loading items...')}
      </p>
      <ListingGridSkeleton />
    </section>
  )
}

function Nothing({ filters }: { filters: Filters }) {
  const { data: stats } = useApi(path('/api/impact/stats'))
  const savable = chosenFilters(filters).length > 0
  const empty = !isFiltered(filters) || stats?.totalItems === 0
  return (
    <section className="page">
      <EmptyState
        picture={empty ? 'box' : 'magnifier'}
        title={t('No items found')}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {savable && <SaveSearch filters={understood(filters)} main />}
            <Link to="/post" className={buttonClass({ variant: savable ? 'quiet' : 'primary' })}>
              {t('Post Your First Item')}
            </Link>
            {isFiltered(filters) && (
              <Link to="/" className={buttonClass({ variant: 'plain' })}>
                {t('Show all items')}
              </Link>
            )}
          </div>
        }
      >
        {empty
          ? t('Be the first to share something with your community!')
          : t('Try adjusting your filters or search query.')}
      </EmptyState>
      <div className="text-center">
        <FewerFilters filters={filters} />
      </div>
    </section>
  )
}

const CloseToIt = lazyPart(
  () => import('./close-to-it.tsx'),
  () => undefined,
)

/** Under the last of what was found. A whole category misses nothing. */
function NearMisses({ filters }: { filters: Filters }) {
  const { search, size, within, condition, maxPrice } = filters
  return [search, size, within, condition, maxPrice].some(Boolean) && <CloseToIt filters={filters} />
}

/** The way on where several filters together find nothing: the same search without one of them. */
function FewerFilters({ filters }: { filters: Filters }) {
  const chosen = chosenFilters(filters)
  if (chosen.length < 2) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-4">
      {t('Try it without')}
      {chosen.map(({ label, without }) => (
        <Link
          key={label}
          to={pageAfter(filters, without)}
          onClick={'near' in without ? forgetPlace : undefined}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          {label}
        </Link>
      ))}
    </p>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <section className="page">
      <LoadError title={t('The items could not be loaded')} error={error} onRetry={onRetry} />
    </section>
  )
}

interface LoadMoreProps {
  automatic: boolean
  busy: boolean
  /** The error of the next page. Then only the button loads it. */
  error: unknown
  onLoad: () => void
  /** The same, by the button. */
  onPress: () => void
  /** For browsers without scripts. */
  nextPage: string
}

/** Two pages load automatically on scrolling; then the button takes over, so that the footer stays reachable. */
function LoadMore({ automatic, busy, error, onLoad, onPress, nextPage }: LoadMoreProps) {
  const failed = error !== undefined
  const end = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(onLoad)
  useEffect(() => {
    if (!automatic || busy || failed || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      rootMargin: '400px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [automatic, busy, failed])
  return (
    <div ref={end} className="mt-8 flex flex-col items-center gap-3">
      {failed && (
        <p role="alert" className="text-center text-danger">
          {t('The next items could not be loaded. {why}', {
            why: messageFrom(error, t('Please check your connection.')),
          })}
        </p>
      )}
      <Button variant="quiet" size="lg" pending={busy} onClick={onPress} className="noscript:hidden">
        {failed ? t('Try again') : t('Load more')}
      </Button>
      <a href={nextPage} className={`${buttonClass({ variant: 'quiet', size: 'lg' })} not-noscript:hidden`}>
        {t('Next page')}
      </a>
    </div>
  )
}
