import type { BrowseQuery } from '../../modules/catalog/contract.ts'

/** A place in one of the large towns, where it is densest. */
const TOWN = { near: '42.2,-122.6' }

const PLACES: [string, Partial<BrowseQuery>][] = [
  ['newest', { sort: 'newest' }],
  ['cheapest', { sort: 'cheapest' }],
  ['newest within 10 km', { ...TOWN, within: 10, sort: 'newest' }],
  ['nearest within 10 km', { ...TOWN, within: 10, sort: 'nearest' }],
  ['cheapest within 10 km', { ...TOWN, within: 10, sort: 'cheapest' }],
  ['newest within 50 km', { ...TOWN, within: 50, sort: 'newest' }],
  ['nearest within 50 km', { ...TOWN, within: 50, sort: 'nearest' }],
  ['nearest, large town', { ...TOWN, sort: 'nearest' }],
  ['nearest, small town', { near: '45.2,-121.8', sort: 'nearest' }],
  ['nearest, from afar', { near: '45.6,-119.4', sort: 'nearest' }],
]
/** In one title of 28, of 80, of 700, of 2,200; see words.ts. */
const WORDS = ['', 'wooden', 'kite', 'astrolabe', 'wooden kite']
const KINDS: [string, Partial<BrowseQuery>][] = [
  ['', {}],
  ['toys', { category: 'toys' }],
  ['baby clothes', { category: 'baby-clothes' }],
  ['baby clothes, size', { category: 'baby-clothes', size: '2T-3T' }],
]
const OTHERS: [string, Partial<BrowseQuery>][] = [
  ['', {}],
  ['price', { maxPrice: '2.5' }],
  ['price, condition, courier', { maxPrice: '2.5', condition: 'good', delivery: 'courier' }],
]

export interface Combination {
  name: string
  query: BrowseQuery
}

/** Every combination of place and order, words, kind, and the other filters, as the browse page asks for them. */
export const COMBINATIONS: Combination[] = PLACES.flatMap(([place, where]) =>
  WORDS.flatMap((search) =>
    KINDS.flatMap(([kind, category]) =>
      OTHERS.map(([other, filters]) => ({
        name: [place, search && `"${search}"`, kind, other].filter(Boolean).join(', '),
        query: {
          status: 'available',
          limit: 24,
          ...where,
          ...category,
          ...filters,
          ...(search && { search }),
        } as BrowseQuery,
      })),
    ),
  ),
)
