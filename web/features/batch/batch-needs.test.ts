import { describe, expect, test } from 'vitest'
import { manualListing } from './batch-listing.ts'
import { needsOf, tellNeeds } from './batch-needs.ts'

const empty = manualListing(['/photos/a.webp'], 'baby-clothes')
const described = {
  ...empty,
  values: { ...empty.values, title: 'A blue coat', description: 'Warm, with a hood and two pockets.' },
}
const ready = { ...described, values: { ...described.values, ageSize: '6-12mo' as const } }

describe('what the items of a batch still need', () => {
  test('is told item by item in the order of the fields', () => {
    expect(needsOf(empty).map(({ field }) => field)).toEqual(['title', 'description', 'ageSize'])
    expect(needsOf(ready)).toEqual([])
  })

  test('a size only of clothes, and it does not keep from posting', () => {
    expect(needsOf(described)).toMatchObject([{ field: 'ageSize', soft: true }])
    expect(needsOf({ ...described, values: { ...described.values, category: 'toys' } })).toEqual([])
  })

  test('is told in one line for all', () => {
    expect(tellNeeds([ready, ready, described, empty])).toBe('2 ready · 1 needs a size · 1 needs a title')
    expect(tellNeeds([ready])).toBe('1 ready')
  })

  test('a refusal of the market is one more', () => {
    expect(needsOf({ ...ready, errors: { form: 'Please log in again.' } })).toMatchObject([{ words: 'another look' }])
  })
})
