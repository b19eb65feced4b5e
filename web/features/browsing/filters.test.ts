import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrowseQuery, Category } from '../../../src/modules/catalog/contract.ts'
import { filtersOf, listingsPath } from './filters.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.stringMatching(/^[a-z0-9-]{0,60}$/),
  fc.stringMatching(/^\d{1,20}\.[0-9a-f-]{36}$/),
)
const asked = (query: Record<string, string>) =>
  BrowseQuery.safeParse(
    Object.fromEntries(new URL(listingsPath(filtersOf(new URLSearchParams(query))), 'http://site').searchParams),
  )

test('whatever stands in the address bar, the browse call takes what the page makes of it', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (search, city, category, cursor) => {
      expect(asked({ search, city, category, cursor }).error).toBeUndefined()
    }),
    {
      numRuns: 2000,
      // Twice as long once it is normalized.
      examples: [['\u0958'.repeat(100), '', '', '']],
    },
  )
})

test('what the browse call takes is not lost', () => {
  const category = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/).filter((name) => Category.safeParse(name).success)
  const cursor = fc.tuple(fc.nat(), fc.uuid()).map(([micros, id]) => `${micros}.${id}`)
  fc.assert(
    fc.property(category, cursor, (name, place) => {
      expect(asked({ category: name, cursor: place }).data).toMatchObject({
        cursor: place,
        ...(name !== 'all' && { category: name }),
      })
    }),
  )
})
