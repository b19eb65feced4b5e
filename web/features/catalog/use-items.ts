import { useSWRConfig } from 'swr'
import useSWRInfinite from 'swr/infinite'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { type Page, getPage } from '../../lib/api.ts'
import { type Filters, itemsPath } from './filters.ts'

interface Items {
  /** Undefined until the first answer. */
  items: ListingCard[] | undefined
  total: number
  /** API path of the page that follows; null after the last. */
  next: string | null
  loadMore: () => void
  /** Begins anew with the latest. */
  reload: () => Promise<void>
  /** Another answer is on its way. */
  busy: boolean
  pages: number
}

/** The grid's listings, page by page. While a changed filter is being answered, the former ones stay. */
export function useItems(filters: Filters): Items {
  const first = itemsPath(filters)
  const painted = useSWRConfig().fallback[first] as Page<ListingCard> | undefined
  const { data, size, setSize, mutate, isValidating } = useSWRInfinite<Page<ListingCard>>(
    (index, previous: Page<ListingCard> | null) => (index === 0 ? first : (previous?.next ?? null)),
    getPage,
    {
      revalidateFirstPage: false,
      keepPreviousData: true,
      ...(painted ? { fallbackData: [painted] } : {}),
    },
  )
  const last = data?.at(-1)
  return {
    items: data?.flatMap((page) => page.items),
    total: data?.[0]?.total ?? 0,
    next: last?.next ?? null,
    loadMore: () => void setSize(size + 1),
    reload: async () => {
      await setSize(1)
      await mutate()
    },
    busy: isValidating,
    pages: data?.length ?? 0,
  }
}
