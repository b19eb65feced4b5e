import useSWRInfinite from 'swr/infinite'
import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'
import { type Page, getPage } from '../../lib/api.ts'

interface Statement {
  /** Newest first; undefined until the first answer. */
  entries: TokenTransaction[] | undefined
  /** Lines of the whole statement. */
  total: number
  error: unknown
  retry: () => void
  more: boolean
  loadMore: () => void
  busy: boolean
}

/** The member's statement, page by page. */
export function useStatement(): Statement {
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page<TokenTransaction>, unknown>(
    (index, previous: Page<TokenTransaction> | null) =>
      index === 0 ? '/api/tokens/transactions?limit=50' : (previous?.next ?? null),
    getPage,
  )
  return {
    entries: data?.flatMap((page) => page.items),
    total: data?.[0]?.total ?? 0,
    error,
    retry: () => void mutate(),
    more: Boolean(data?.at(-1)?.next),
    loadMore: () => void setSize(size + 1),
    busy: isValidating,
  }
}
