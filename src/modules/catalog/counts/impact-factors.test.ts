import { expect, test } from 'vitest'
import { BUILT_IN_CATEGORIES } from '../contract.ts'
import { savingOf, UNWEIGHED_SAVING } from './impact-factors.ts'

// Written down a second time from the publications: kilograms of CO2e per tonne.
const PUBLISHED: Record<(typeof BUILT_IN_CATEGORIES)[number], number> = {
  'baby-clothes': 22_310,
  appliances: 3267,
  household: 1402,
  toys: 3164,
  furniture: 1450,
  other: 1402,
}

test.each(BUILT_IN_CATEGORIES)('a pound of %s saves what is published', (category) => {
  expect(savingOf(category, 100_000n)).toBe(BigInt(PUBLISHED[category]) * 100n)
})

test("an admin's category is reckoned as other, and a part of a hundredth is left out", () => {
  expect(savingOf('bicycles', 100_000n)).toBe(savingOf('other', 100_000n))
  expect(savingOf('other', 1n)).toBe(1n)
  expect(UNWEIGHED_SAVING).toBe(1_000n)
})
