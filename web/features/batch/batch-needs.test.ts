import { describe, expect, test } from 'vitest'
import { analyzedListing, manualListing } from './batch-listing.ts'
import { needsOf, describeNeeds } from './batch-needs.ts'

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

  test('a size only of clothes', () => {
    expect(needsOf(described)).toMatchObject([{ field: 'ageSize' }])
    expect(needsOf({ ...described, values: { ...described.values, category: 'toys' } })).toEqual([])
  })

  test('a bag a count, and a larger size where it goes up to one', () => {
    const bag = (values: object) => ({ ...ready, values: { ...ready.values, ...values } })
    expect(needsOf(bag({ bagCount: 12, sizeTo: '2T-3T' }))).toEqual([])
    expect(describeNeeds(['', 'ten', 1].map((bagCount) => bag({ bagCount })))).toBe('3 need a count')
    expect(needsOf(bag({ bagCount: 12, sizeTo: '6-12mo' }))).toMatchObject([
      { field: 'sizeTo', words: 'a larger size' },
    ])
    expect(needsOf(bag({ sizeTo: '2T-3T' }))).toMatchObject([{ field: 'sizeTo' }])
  })

  test('is told in one line for all', () => {
    expect(describeNeeds([ready, ready, described, empty])).toBe('2 ready · 1 needs a size · 1 needs a title')
    expect(describeNeeds([ready])).toBe('1 ready')
  })

  test('what is only guessed has to be looked at before it is ready; a title that nobody has guessed is missing', () => {
    const sure = <T>(primary: T, confidence: number) => ({ primary, confidence, alternatives: [] })
    const analysis = (product: number, condition: number) => ({
      brand: sure('Generic/Unbranded', 0.3),
      product: sure('Wooden train', product),
      condition: sure('fair' as const, condition),
      description: 'A train of wood, with three carriages.',
      estimatedWeightLbs: 2,
      suggestedPrice: 3,
      priceReasoning: '',
      privateAreas: [],
      ai: true,
    })
    const listed = (product: number, condition: number) =>
      analyzedListing(['/photos/a.webp'], 'toys', analysis(product, condition))
    expect(needsOf(listed(0.8, 0.8))).toEqual([])
    expect(needsOf(listed(0.8, 0.79)).map(({ field }) => field)).toEqual(['condition'])
    const guessed = listed(0.79, 0.9)
    expect(needsOf(guessed).map(({ field }) => field)).toEqual(['title', 'description', 'weightLbs'])
    expect(describeNeeds([guessed, ready])).toBe('1 ready · 1 needs a check')
    expect(needsOf({ ...guessed, unsure: [] })).toEqual([])
    const untitled = { ...analysis(0, 0.3), product: sure('', 0), description: '', estimatedWeightLbs: null }
    expect(describeNeeds([analyzedListing(['/photos/a.webp'], 'toys', untitled)])).toBe('1 needs a title')
  })

  test('a photo with something private in it has to be looked at, until that is hidden', () => {
    const face = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
    const seen = { ...ready, unsure: ['photos' as const], privateAreas: { '/photos/a.webp': [face] } }
    expect(needsOf(seen)).toMatchObject([{ field: 'photos', guessed: true }])
    expect(needsOf({ ...seen, photoUrls: ['/photos/hidden.webp'] })).toEqual([])
    expect(needsOf({ ...seen, unsure: [] })).toEqual([])
  })

  test('a refusal of the market is one more', () => {
    expect(needsOf({ ...ready, errors: { form: 'Please log in again.' } })).toMatchObject([{ words: 'another look' }])
  })
})
