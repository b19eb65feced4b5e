import { expect, test } from 'vitest'
import { readSize } from './sizes.ts'

test.each([
  ['3T', '2T-3T', ''],
  ['rain coat size 4 t', '4T-5T', 'rain coat'],
  ['trousers 2T/3T', '2T-3T', 'trousers'],
  ['toddler boots', '2T-3T', 'boots'],
  ['12m', '6-12mo', ''],
  ['onesie 0-3 months', '0-3mo', 'onesie'],
  ['18 mo', '12-18mo', ''],
  ['New born set', 'newborn', 'set'],
  ['body EU 86', '12-18mo', 'body'],
  ['Hose Größe 92', '18-24mo', 'Hose'],
  ['pyjamas 4 years', '4T-5T', 'pyjamas'],
  ['dress size 5', '4T-5T', 'dress'],
])('%s is size %s, and beside it "%s"', (typed, size, rest) => {
  expect(readSize(typed)).toEqual({ size, rest })
})

test.each(['30 m of rope', 'T-shirt', '3 things', 'bike size 20', '1000 piece puzzle', ''])(
  '%s is no size',
  (typed) => {
    expect(readSize(typed)).toBeUndefined()
  },
)
