import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { tokenCost } from '../contract.ts'

/** Any price of a listing, any percentage with two decimals. */
const price = fc.integer({ min: 0, max: 10_000 })
const percentage = fc.integer({ min: 0, max: 10_000 })
const text = (hundredths: number) => formatHundredths(BigInt(hundredths))

/** Half up: no more than half a hundredth away from the exact fee, and half a hundredth only upwards. */
function isRounded(fee: bigint, exactTenThousandths: bigint): boolean {
  return fee * 10_000n > exactTenThousandths - 5_000n && fee * 10_000n <= exactTenThousandths + 5_000n
}

test('the fee is rounded half up, and the total is price and fee, to the hundredth', () => {
  fc.assert(
    fc.property(price, percentage, (one, other) => {
      const cost = tokenCost(text(one), text(other))
      expect(cost.price).toBe(text(one))
      expect(isRounded(parseHundredths(cost.fee), BigInt(one) * BigInt(other))).toBe(true)
      expect(parseHundredths(cost.total)).toBe(parseHundredths(cost.price) + parseHundredths(cost.fee))
    }),
    { numRuns: 5_000 },
  )
})

test('at the usual half percent every price from 0.00 to 100.00 is right', () => {
  for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
    const { fee } = tokenCost(text(hundredths), '0.50')
    expect(isRounded(parseHundredths(fee), BigInt(hundredths) * 50n)).toBe(true)
  }
  expect(tokenCost('3.00', '0.5')).toEqual({ price: '3.00', fee: '0.02', total: '3.02' })
})
