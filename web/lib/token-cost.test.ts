import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenCost as contractCost } from '../../src/modules/purchasing/contract.ts'
import { missingTokens, tokenCost } from './token-cost.ts'

const amount = (max: number) => fc.integer({ min: 0, max }).map((hundredths) => (hundredths / 100).toFixed(2))

test('the item page shows what the contract charges', () => {
  fc.assert(
    fc.property(amount(10_000_00), amount(100_00), (price, percentage) => {
      expect(tokenCost(price, percentage)).toEqual(contractCost(price, percentage))
    }),
  )
  expect(tokenCost('3.00', '0.5')).toEqual({ price: '3.00', fee: '0.02', total: '3.02' })
})

test.each([
  ['5.03', '4.93', '0.10'],
  ['3.02', '0.00', '3.02'],
  ['12.00', '11.99', '0.01'],
])('of %s, who has %s is short of %s', (total, balance, gap) => {
  expect(missingTokens(total, balance)).toBe(gap)
})
