import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrowseQuery, Category, Condition, SORTS } from '../../../src/modules/catalog/contract.ts'
import { AGE_RANGES } from '../../../src/modules/identity/constants.ts'
import { chosenFilters } from './filter-words.ts'
import { type Filters, chosen, filtersOf, listingsPath, noFilters, queryOf, understood } from './filters.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.stringMatching(/^[a-z0-9-]{0,60}$/),
  fc.stringMatching(/^(\d{1,10}\.)?\d{1,20}\.[0-9a-f-]{36}$/),
  fc.stringMatching(/^-?\d{1,4}(\.\d{0,12})?,-?\d{1,4}(\.\d{0,12})?$/),
  fc.stringMatching(/^\d{1,8}(\.\d{1,3})?$/),
  fc.constantFrom(...AGE_RANGES, ...Condition.options, ...SORTS, 'courier', 'constructor'),
)
const NAMES = Object.keys(noFilters) as (keyof Filters)[]
const anyQuery = fc.record(Object.fromEntries(NAMES.map((name) => [name, anyText])), {
  requiredKeys: [],
}) as fc.Arbitrary<Partial<Record<keyof Filters, string>>>

const asked = (query: Partial<Record<keyof Filters, string>>) =>
  BrowseQuery.safeParse(
    Object.fromEntries(new URL(listingsPath(filtersOf(new URLSearchParams(query))), 'http://site').searchParams),
  )

test('whatever stands in the address bar, the browse call takes what the page makes of it', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      expect(asked(query).error).toBeUndefined()
    }),
    {
      numRuns: 4000,
      // Twice as long once it is normalized.
      examples: [[{ search: '\u0958'.repeat(100) }], [{ sort: 'nearest', within: '5' }]],
    },
  )
})

const point = fc
  .tuple(fc.integer({ min: -9000, max: 9000 }), fc.integer({ min: -18_000, max: 18_000 }))
  .map(([north, east]) => `${(north / 100).toFixed(2)},${(east / 100).toFixed(2)}`)
const cursor = fc.tuple(fc.nat(), fc.uuid()).map(([micros, id]) => `${micros}.${id}`)
const full = fc.record({
  search: fc.constantFrom('coat', 'shoe leather'),
  city: fc.constantFrom('Portland', 'Oslo'),
  category: fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/).filter((name) => Category.safeParse(name).success),
  size: fc.constantFrom(...AGE_RANGES),
  condition: fc.constantFrom(...Condition.options),
  maxPrice: fc.constantFrom('3', '0.50'),
  delivery: fc.constant('courier'),
  near: point,
  within: fc.integer({ min: 1, max: 50 }).map(String),
  cursor,
})

test('what the browse call takes is not lost', () => {
  fc.assert(
    fc.property(full, (query) => {
      const { category, within, ...others } = query
      expect(asked(query).data).toMatchObject({
        ...others,
        within: Number(within),
        ...(category !== 'all' && { category }),
      })
    }),
  )
})

test('an order other than the newest keeps its own cursors alone', () => {
  const id = 'a5534abd-962b-4135-9e3e-cb59e80ffcc5'
  const cursorOf = (sort: string, value: string) => filtersOf(new URLSearchParams({ sort, cursor: value })).cursor
  expect(cursorOf('cheapest', `300.1.${id}`)).toBe(`300.1.${id}`)
  expect(cursorOf('cheapest', `1.${id}`)).toBe('')
  expect(cursorOf('newest', `300.1.${id}`)).toBe('')
})

test('a place is rounded to about 1 km, and what belongs to it goes with it', () => {
  const exact = new URLSearchParams({ near: '45.523451,-122.676207', place: 'Portland', within: '5', sort: 'nearest' })
  expect(filtersOf(exact)).toMatchObject({ near: '45.52,-122.68', place: 'Portland', within: '5', sort: 'nearest' })
  expect(listingsPath(filtersOf(exact))).not.toMatch(/5234|place=/)
  for (const near of ['', '91,0', '0,181', '1', 'a,b', '1,2,3']) {
    exact.set('near', near)
    expect(filtersOf(exact), near).toEqual(noFilters)
  }
})

test('only baby clothes have a size', () => {
  const toys = { ...noFilters, category: 'toys', cursor: 'x' }
  expect(chosen(toys, { size: '2T-3T' })).toEqual({ ...noFilters, category: 'baby-clothes', size: '2T-3T' })
  expect(chosen({ ...noFilters, size: '2T-3T' }, { category: 'toys' })).toEqual({ ...noFilters, category: 'toys' })
  expect(String(queryOf(chosen({ ...noFilters, size: '2T-3T' }, { size: '' })))).toBe('')
})

test('a size among the words is one, until they are meant letter for letter or it is chosen', () => {
  const typed = { ...noFilters, search: 'trousers 3T' }
  expect(understood(typed)).toEqual({ ...noFilters, search: 'trousers', size: '2T-3T' })
  expect(listingsPath(typed)).toBe(listingsPath({ ...noFilters, search: 'trousers', size: '2T-3T' }))
  for (const meant of [{ exact: 'true' }, { size: '4T-5T' }, { category: 'toys' }])
    expect(understood({ ...typed, ...meant })).toEqual({ ...typed, ...meant })
  const [words, size] = chosenFilters(typed)
  expect(words).toEqual({ label: '“trousers”', without: { search: '', size: '2T-3T' } })
  expect(chosen(typed, size!.without)).toEqual({ ...noFilters, search: 'trousers' })
  expect(chosenFilters({ ...noFilters, search: 'EU 86' }).map(({ label }) => label)).toEqual(['12-18 months'])
})
