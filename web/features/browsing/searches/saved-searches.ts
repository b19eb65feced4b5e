import type { SavedSearch, SearchQuery } from '../../../../src/modules/catalog/searches/contract.ts'
import { path } from '../../../lib/api.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useMember } from '../../../lib/use-member.ts'
import { type Filters, filtersOf, queryOf } from '../filters.ts'

export const SEARCHES = path('/api/searches')

/** A member's saved searches, the latest first; nothing is asked for a visitor. */
export const useSavedSearches = () => useApi(useMember() ? SEARCHES : null)

/** A saved search as the filters of the page that shows what it finds. */
export const filtersOfSearch = (query: SearchQuery): Filters =>
  filtersOf(new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])))

/** The same search finds the same things, in whatever order and by whatever name of the place. */
const nameOf = (filters: Filters) =>
  String(queryOf({ ...filters, sort: 'newest', place: '', exact: '', cursor: '' })).toLowerCase()

export const savedAs = (filters: Filters, saved: SavedSearch[] | undefined): SavedSearch | undefined =>
  saved?.find(({ query }) => nameOf(filtersOfSearch(query)) === nameOf(filters))
