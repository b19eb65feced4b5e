import { expect, test } from 'vitest'
import { formatGain, formatSigned } from './format.ts'

test('an amount that came or went has its sign before it, and two decimals', () => {
  expect([formatSigned(10), formatSigned(-3.02), formatSigned(-1234.5)]).toEqual(['+10.00', '-3.02', '-1,234.50'])
})

test('a reward has two decimals, or none', () => {
  expect([formatGain(5), formatGain('4.50'), formatGain('3.00')]).toEqual(['+5', '+4.50', '+3'])
})
