import { expect, test } from 'vitest'
import { sizeIn } from './size-in.ts'

test.each([
  ['3T', '2T-3T'],
  ['rain coat size 4 t', '4T-5T'],
  ['toddler boots', '2T-3T'],
  ['12m', '6-12mo'],
  ['onesie 0-3 months', '0-3mo'],
  ['18 mo', '12-18mo'],
  ['New born set', 'newborn'],
  ['30 m of rope', undefined],
  ['T-shirt', undefined],
  ['3 things', undefined],
])('%s is size %s', (typed, size) => {
  expect(sizeIn(typed)).toBe(size)
})
