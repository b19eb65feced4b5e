import { expect, onTestFinished, test } from 'vitest'
import { formatDecimal, formatGain, formatPercent, formatSigned } from './format.ts'
import { setPageLanguage } from './language/sentence.ts'

test('an amount that came or went has its sign before it, and two decimals', () => {
  expect([formatSigned(10), formatSigned(-3.02), formatSigned(-1234.5)]).toEqual(['+10.00', '-3.02', '-1,234.50'])
})

test('a reward has two decimals, or none', () => {
  expect([formatGain(5), formatGain('4.50'), formatGain('3.00')]).toEqual(['+5', '+4.50', '+3'])
})

test('a share and an amount have the decimals they need, as the language writes them', () => {
  const told = () => [formatPercent('0.50'), formatPercent(12), formatDecimal('4.50'), formatDecimal('12.00')]
  expect(told()).toEqual(['0.5%', '12%', '4.5', '12'])
  setPageLanguage('de')
  onTestFinished(() => setPageLanguage('en'))
  expect(told()).toEqual(['0,5\u00a0%', '12\u00a0%', '4,5', '12'])
})
