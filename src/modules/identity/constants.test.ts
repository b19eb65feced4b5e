import { expect, test } from 'vitest'
import { AGE_RANGES, nextSize, outgrownSizes, wornSize } from './constants.ts'

const NOW = new Date('2026-11-22T12:00:00Z')

test.each([
  ['2026-11', 'newborn', '0-3mo', []],
  ['2026-10', '0-3mo', '3-6mo', []],
  ['2026-08', '3-6mo', '6-12mo', ['newborn']],
  ['2026-05', '6-12mo', '12-18mo', ['newborn', '0-3mo']],
  ['2025-12', '6-12mo', '12-18mo', ['newborn', '0-3mo']],
  ['2025-11', '12-18mo', '18-24mo', ['newborn', '0-3mo', '3-6mo']],
  ['2024-12', '18-24mo', '2T-3T', ['newborn', '0-3mo', '3-6mo', '6-12mo']],
  ['2024-11', '2T-3T', undefined, ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo']],
  ['2023-06', '2T-3T', undefined, ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo']],
  ['2023-05', '2T-3T', '4T-5T', ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo']],
  ['2020-12', '4T-5T', '6-7y', ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo']],
  ['2020-11', '6-7y', undefined, ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo', '2T-3T']],
  ['2014-12', '10-11y', '12-14y', AGE_RANGES.slice(0, 9)],
  ['2011-12', '12-14y', undefined, AGE_RANGES.slice(0, 10)],
  ['2011-11', undefined, undefined, AGE_RANGES.slice(0, 11)],
])('born in %s: wears %s, next %s', (born, now, next, outgrown) => {
  expect([wornSize(born, NOW), nextSize(born, NOW), outgrownSizes([born], NOW)]).toEqual([now, next, outgrown])
})

test('what the youngest still may wear is kept; without a child nothing is outgrown', () => {
  expect(outgrownSizes(['2026-08', '2019-01'], NOW)).toEqual(['newborn'])
  expect(outgrownSizes([], NOW)).toEqual([])
})
