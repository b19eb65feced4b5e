import useSWR, { SWRConfig, type SWRConfiguration, type SWRResponse, mutate } from 'swr'
import useSWRInfinite, { type SWRInfiniteConfiguration, type SWRInfiniteResponse } from 'swr/infinite'
import { type Page, getPage } from './api.ts'
import type { Path, Prefix } from './endpoints.ts'

/** A path's answer, cached; null requests nothing. */
export const useApi = <A>(from: Path<A> | null, options?: SWRConfiguration<A, unknown>): SWRResponse<A, unknown> =>
  useSWR<A, unknown>(from, options)

/** An answer whose pages each link to the next; null requests nothing. */
export const useApiPages = <A>(
  first: Path<A> | null,
  options?: SWRInfiniteConfiguration<Page<A>, unknown>,
): SWRInfiniteResponse<Page<A>, unknown> =>
  useSWRInfinite<Page<A>, unknown>(
    (index, previous: Page<A> | null) => (index === 0 ? first : (previous?.next ?? null)),
    getPage,
    options,
  )

export interface ApiList<T> {
  data: T[] | undefined
  error: unknown
  mutate: () => Promise<unknown>
  more: ShowMore
}

/** The pages of a list that have been asked for, as one. */
export function useApiList<T>(first: Path<T[]> | null): ApiList<T> {
  const pages = useApiPages(first)
  const { data, error, mutate } = pages
  return { data: data?.flatMap(({ answer }) => answer), error, mutate, more: wayOn(pages) }
}

/** From the pages that have been asked for to the next one. */
export function wayOn<A>(pages: SWRInfiniteResponse<Page<A>, unknown>): ShowMore {
  const { data, error, size, setSize, isValidating } = pages
  const failed = error !== undefined && !isValidating
  return {
    hasMore: Boolean(data?.at(-1)?.next),
    busy: isValidating,
    failed,
    load: () => void setSize(failed && size > (data?.length ?? 0) ? size : size + 1),
  }
}

export interface ShowMore {
  hasMore: boolean
  busy: boolean
  /** The last request failed; `load` tries again. */
  failed: boolean
  load: () => void
}

/** Caches an answer without a request: a known one, or one made from the cached one. */
export async function setAnswer<A>(of: Path<A>, answer: A | ((cached: A | undefined) => A | undefined)): Promise<void> {
  await mutate<A>(of, answer, { revalidate: false })
}

/** The same for the first page of what is read page by page, if it is cached. */
export async function changeFirstPage<A>(first: Path<A>, change: (cached: A) => A): Promise<void> {
  await mutate<Page<A>[]>(
    LIST + first,
    (pages) => pages?.map((page, index) => (index === 0 ? { ...page, answer: change(page.answer) } : page)),
    { revalidate: false },
  )
}

/** Revalidates what is read page by page, under this very path. */
export const refreshPages = (first: Path<unknown>): Promise<unknown> => readAnew(LIST + first)

/**
 * Revalidates all cached answers whose path starts with one of these, up to its first `:parameter`: at once if on
 * screen, else when next shown.
 */
export async function refresh(...prefixes: (Prefix | Path<unknown>)[]): Promise<void> {
  const starts = prefixes.map((prefix) => prefix.replace(/:.*/, ''))
  const isMeant = (key: unknown) => typeof key === 'string' && starts.some((start) => key.startsWith(start))
  // A filter passes by lists that are read page by page: those are asked for by their own keys.
  const lists = [...SWRConfig.defaultValue.cache.keys()].filter(
    (key) => key.startsWith(LIST) && isMeant(key.slice(LIST.length)),
  )
  await Promise.all([mutate(isMeant), ...lists.map(readAnew)])
}

/**
 * SWR takes a list's first page from its cache while the list as a whole has none, as where the server has painted it. An
 * answer that is out of date would be taken so, and one that is still on its way be dropped for it.
 */
function readAnew(list: string): Promise<unknown> {
  SWRConfig.defaultValue.cache.delete(list.slice(LIST.length))
  return mutate(list)
}

/** SWR puts this before the key of a list that is read page by page. */
const LIST = '$inf$'
