import { afterStep, useSearchParams } from '../../lib/navigation.tsx'
import { appliesTo, ATTRIBUTES, type FilterName, FILTERS } from '../../../src/modules/catalog/attributes.ts'
import type { ListingCard, Sort } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { readSize } from '../../../src/modules/catalog/sizes.ts'
import { words } from '../../../src/platform/language/words.ts'
import { path } from '../../lib/api.ts'
import type { Path } from '../../lib/endpoints.ts'

/** The search of the page; an empty text means any. */
export interface Filters extends Record<FilterName, string> {
  search: string
  /** `true` where the search is meant letter for letter; else empty. */
  exact: string
  city: string
  /** `all` or a category. */
  category: string
  /** `LATITUDE,LONGITUDE` in hundredths of a degree, which is about 1 km: nobody needs to know more. */
  near: string
  /** The reader's name for that place; for the page alone. */
  place: string
  /** Kilometres from there; empty: everywhere. */
  within: string
  sort: Sort
  /** Where the page begins, empty for the first. Only set by links for browsers without scripts. */
  cursor: string
}

export const SORT_LABELS: Record<Sort, string> = {
  newest: words('Newest'),
  nearest: words('Nearest'),
  cheapest: words('Cheapest'),
}

const PAGE_SIZE = 24

// The browse call's limits, repeated because its schemas would bring zod into the first page.
export const LONGEST_TEXT = 100
const CATEGORY = /^(?=.{1,50}$)[a-z0-9]+(-[a-z0-9]+)*$/
const CURSOR = /^(\d{1,9}\.)?\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PRICE = /^\d{1,6}(\.\d{1,2})?$/
const WITHIN = /^([1-9]|[1-4]\d|50)$/
const POINT = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/

/**
 * The filters live in the address bar: `/?search=…&city=…&category=…`. It may hold anything: invalid filters are
 * ignored, long texts cut, and a place is rounded to about 1 km.
 */
export function filtersOf(query: URLSearchParams): Filters {
  const text = (name: string) =>
    (query.get(name) ?? '').replaceAll('\0', '').normalize().trim().slice(0, LONGEST_TEXT).trimEnd()
  const checked = (name: string, isValid: (value: string) => boolean) => {
    const value = query.get(name) ?? ''
    return isValid(value) ? value : ''
  }
  const matching = (name: string, pattern: RegExp) => checked(name, (value) => pattern.test(value))
  const near = roundedPlace(query.get('near') ?? '')
  const sort = sortOf(query.get('sort'), near)
  return {
    search: text('search'),
    exact: text('search') && checked('exact', (value) => value === 'true'),
    city: text('city'),
    category: matching('category', CATEGORY) || 'all',
    ...ofAttributes(({ name, choices }) =>
      choices ? checked(name, (value) => Object.hasOwn(choices, value)) : matching(name, PRICE),
    ),
    near,
    place: near && text('place'),
    within: near && matching('within', WITHIN),
    sort,
    // The place where a page begins depends on the order.
    cursor: checked('cursor', (value) => CURSOR.test(value) && (value.split('.').length === 2) === (sort === 'newest')),
  }
}

const ofAttributes = (valueOf: (filter: (typeof FILTERS)[number]) => string) =>
  Object.fromEntries(FILTERS.map((filter) => [filter.name, valueOf(filter)])) as Record<FilterName, string>

function sortOf(value: string | null, near: string): Sort {
  return value === 'cheapest' || (value === 'nearest' && near !== '') ? value : 'newest'
}

/** `45.5231,-122.6765` → `45.52,-122.68`; empty where it is no place on earth. */
export function roundedPlace(point: string): string {
  const [, latitude, longitude] = POINT.exec(point) ?? []
  const [north, east] = [Number(latitude), Number(longitude)]
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return ''
  return `${north.toFixed(2)},${east.toFixed(2)}`
}

/** The place of their account; empty where that is not known. */
export const placeOfMember = (member: Pick<User, 'defaultLatitude' | 'defaultLongitude'> | null | undefined): string =>
  member?.defaultLatitude == null || member.defaultLongitude === null
    ? ''
    : roundedPlace(`${member.defaultLatitude.toFixed(6)},${member.defaultLongitude.toFixed(6)}`)

export const noFilters: Filters = filtersOf(new URLSearchParams())
const NAMES = Object.keys(noFilters) as (keyof Filters)[]

/** Whether one is chosen: neither empty nor what it is by itself. */
const isChosen = (filters: Filters, name: keyof Filters) => filters[name] !== noFilters[name]

export function queryOf(filters: Filters): URLSearchParams {
  return new URLSearchParams(NAMES.filter((name) => isChosen(filters, name)).map((name) => [name, filters[name]]))
}

export const isFiltered = (filters: Filters): boolean => queryOf(filters).size > 0

/** The filters after a choice. A size is one of baby clothes, and a distance needs a place to start from. */
export function chosen(filters: Filters, change: Partial<Filters>): Filters {
  const next = { ...filters, cursor: '', ...change }
  if (change.size && next.category !== 'all') next.category = ATTRIBUTES.ageSize.ofCategory
  if (change.search !== undefined) next.exact = change.exact ?? ''
  if (change.category && next.category !== 'all' && !appliesTo('ageSize', next.category)) next.size = ''
  return filtersOf(queryOf(next))
}

/** The page that shows the listings after a choice. */
export const pageAfter = (filters: Filters, change: Partial<Filters>): string =>
  `/?${String(queryOf(chosen(filters, change)))}`

/** The meaning of a search: a size among its words is one, unless they are meant letter for letter. */
export function understood(filters: Filters): Filters {
  const { search, size, exact, category } = filters
  if (size !== '' || exact !== '' || (category !== 'all' && !appliesTo('ageSize', category))) return filters
  const read = readSize(search)
  return read ? { ...filters, search: read.rest, size: read.size } : filters
}

export function browseQuery(filters: Filters): Record<string, string> {
  return Object.fromEntries(queryOf({ ...understood(filters), place: '' }))
}

/** API path of the first page of results. */
export function listingsPath(filters: Filters): Path<ListingCard[]> {
  return path('/api/items', { query: { status: 'available', limit: PAGE_SIZE, ...browseQuery(filters) } })
}

/** The page of this site that shows what the API path `next` returns. @param place as in the filters */
/** The same listings for a feed reader. */
export const feedPath = (filters: Filters): string =>
  `/api/items.atom?${String(new URLSearchParams({ status: 'available', ...browseQuery(filters) }))}`

export function pagePath(next: string, place: string): string {
  const filters = filtersOf(new URL(next, 'http://site').searchParams)
  return `/?${String(queryOf({ ...filters, place }))}#items`
}

export type ChangeFilters = (change: Partial<Filters>, options?: { typing?: boolean }) => void

export function useFilters(): [Filters, ChangeFilters] {
  const [query, setQuery] = useSearchParams()
  const filters = filtersOf(query)
  // Typing replaces the history entry, so that Back leaves the search instead of undoing letters.
  // Both boxes may change before the next render, so this reads the current address.
  const change: ChangeFilters = (changed, { typing = false } = {}) =>
    afterStep(() => {
      const latest = filtersOf(new URLSearchParams(window.location.search))
      setQuery(queryOf(chosen(latest, changed)), { replace: typing })
    })
  return [filters, change]
}
