import { useSearchParams } from 'react-router-dom'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { path } from '../../lib/api.ts'
import type { Path } from '../../lib/endpoints.ts'

export interface Filters {
  search: string
  city: string
  /** `all` or a category. */
  category: string
  /** Where the page begins, empty for the latest. Only set by links for browsers without scripts. */
  cursor: string
}

const PAGE_SIZE = 24

// The browse call's limit, repeated because its schemas would bring zod into the first page.
export const LONGEST_TEXT = 100
const CATEGORY = /^(?=.{1,50}$)[a-z0-9]+(-[a-z0-9]+)*$/
const CURSOR = /^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The filters live in the address bar: `/?search=…&city=…&category=…`. It may hold anything: invalid filters are
 * ignored, long texts cut.
 */
export function filtersOf(query: URLSearchParams): Filters {
  const text = (name: string) =>
    (query.get(name) ?? '').replaceAll('\0', '').normalize().trim().slice(0, LONGEST_TEXT).trimEnd()
  const matching = (name: string, pattern: RegExp) => {
    const value = query.get(name) ?? ''
    return pattern.test(value) ? value : undefined
  }
  return {
    search: text('search'),
    city: text('city'),
    category: matching('category', CATEGORY) ?? 'all',
    cursor: matching('cursor', CURSOR) ?? '',
  }
}

export function queryOf({ search, city, category, cursor }: Filters): URLSearchParams {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (city) query.set('city', city)
  if (category !== 'all') query.set('category', category)
  if (cursor) query.set('cursor', cursor)
  return query
}

export const isFiltered = (filters: Filters): boolean => queryOf(filters).size > 0

/** API path of the first page of results. */
export function listingsPath(filters: Filters): Path<ListingCard[]> {
  return path('/api/items', {
    query: { status: 'available', limit: PAGE_SIZE, ...Object.fromEntries(queryOf(filters)) },
  })
}

/** The page of this site that shows what the API path `next` returns. */
export function pagePath(next: string): string {
  return `/?${String(queryOf(filtersOf(new URL(next, 'http://site').searchParams)))}#items`
}

export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const [query, setQuery] = useSearchParams()
  const filters = filtersOf(query)
  // Typing replaces the history entry, so that Back leaves the search instead of undoing letters.
  // Both boxes may change before the next render, so this reads the current address.
  const change = (changed: Partial<Filters>) => {
    const latest = filtersOf(new URLSearchParams(window.location.search))
    setQuery(queryOf({ ...latest, cursor: '', ...changed }), { replace: true, preventScrollReset: true })
  }
  return [filters, change]
}
