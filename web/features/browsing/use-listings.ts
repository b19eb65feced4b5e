import { useSWRConfig } from 'swr'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { type Filters, listingsPath } from './filters.ts'
import type { Page } from '../../lib/api.ts'
import { useApiPages } from '../../lib/use-api.ts'

export interface Listings {
  /** Undefined until the first answer. */
  listings: ListingCard[] | undefined
  total: number
  /** The search that was made instead of what was typed; null where that was right. */
  showing: string | null
  /** API path of the page that follows; null after the last. */
  next: string | null
  /** Also retries a page that failed. */
  loadMore: () => void
  /** Starts again with the latest. */
  reload: () => Promise<void>
  /** A request is under way. */
  busy: boolean
  /** The filters have changed; the listings are still those of the previous ones. */
  outdated: boolean
  /** The error of the last request; `pages` is 0 if it was the first. */
  error: unknown
  pages: number
}

/** The grid's listings, page by page. The previous ones stay until a changed filter is answered. */
export function useListings(filters: Filters): Listings {
  const first = listingsPath(filters)
  const painted = useSWRConfig().fallback[first] as Page<ListingCard[]> | undefined
  const { data, error, size, setSize, mutate, isValidating, isLoading } = useApiPages(first, {
    revalidateFirstPage: false,
    keepPreviousData: true,
    ...(painted ? { fallbackData: [painted] } : {}),
  })
  const last = data?.at(-1)
  const failed = error !== undefined && !isValidating
  return {
    listings: data?.flatMap(({ answer }) => answer),
    total: data?.[0]?.total ?? 0,
    showing: data?.[0]?.showing ?? null,
    next: last?.next ?? null,
    loadMore: () => void setSize(failed ? size : size + 1),
    reload: async () => {
      await setSize(1)
      await mutate()
    },
    busy: isValidating,
    outdated: isLoading && data !== undefined,
    error: failed ? error : undefined,
    // When a search fails at its first page, SWR still returns the previous search's pages.
    pages: failed && size === 1 ? 0 : (data?.length ?? 0),
  }
}
