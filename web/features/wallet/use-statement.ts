import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'
import { path } from '../../lib/api.ts'
import { useApiPages } from '../../lib/use-api.ts'

const PAGE_SIZE = 50

interface Statement {
  /** Newest first; undefined until the first answer. */
  entries: TokenTransaction[] | undefined
  /** Number of entries in the whole statement. */
  total: number
  error: unknown
  retry: () => void
  more: boolean
  loadMore: () => void
  busy: boolean
}

export function useStatement(): Statement {
  const { data, error, size, setSize, isValidating, mutate } = useApiPages(
    path('/api/tokens/transactions', { query: { limit: PAGE_SIZE } }),
  )
  return {
    entries: data?.flatMap(({ answer }) => answer),
    total: data?.[0]?.total ?? 0,
    error,
    retry: () => void mutate(),
    more: Boolean(data?.at(-1)?.next),
    loadMore: () => void setSize(size + 1),
    busy: isValidating,
  }
}
