import { useSWRConfig } from 'swr'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { type Filters, listingsPath } from './filters.ts'
import { type Page } from '../../lib/api.ts'
import { useApiPages } from '../../lib/use-api.ts'

export interface Listings {
  /** Undefined until the first answer. */
  listings: ListingCard[] | undefined
  total: number
  /** API path of the page that follows; null after the last. */
  next: string | null
  /** Also once more, where it failed. */
  loadMore: () => void
  /** Begins anew with the latest. */
  reload: () => Promise<void>
  /** Another answer is on its way. */
  busy: boolean
  /** It is the first one to these filters; the items are still those that others found. */
  outdated: boolean
  /** Why the last answer did not come; the first is missing if there are no pages. */
  error: unknown
  pages: number
}

/** The grid's listings, page by page. While a changed filter is being answered, the former ones stay. */
export function useListings(filters: Filters): Listings {
  const first = listingsPath(filters)
  const painted = useSWRConfig().fallback[first] as Page<ListingCard> | undefined
  const { data, error, size, setSize, mutate, isValidating, isLoading } = useApiPages(first, {
    revalidateFirstPage: false,
    keepPreviousData: true,
    ...(painted ? { fallbackData: [painted] } : {}),
  })
  const last = data?.at(-1)
  const failed = error !== undefined && !isValidating
  return {
    listings: data?.flatMap((page) => page.items),
    total: data?.[0]?.total ?? 0,
    next: last?.next ?? null,
    loadMore: () => void setSize(failed ? size : size + 1),
    reload: async () => {
      await setSize(1)
      await mutate()
    },
    busy: isValidating,
    outdated: isLoading && data !== undefined,
    error: failed ? error : undefined,
    // Of a search that failed at its first page, SWR still shows the pages of the one before.
    pages: failed && size === 1 ? 0 : (data?.length ?? 0),
  }
}
