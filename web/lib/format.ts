import { perLanguage } from './language/per-language.ts'
import { t } from './t.ts'

const two = perLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)
const signed = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'always' }),
)
const gained = perLanguage(
  (language) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      trailingZeroDisplay: 'stripIfInteger',
      signDisplay: 'always',
    }),
)
const whole = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }))
const one = perLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
const decimals = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }))
const percents = perLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }),
)
const lists = perLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction' }))
const enumerations = perLanguage((language) => new Intl.ListFormat(language, { type: 'unit' }))

/** `"3.00"` → `3`, `"3.02"` → `3.02`. */
export function formatTokens(amount: string): string {
  return amount.endsWith('.00') ? whole().format(Number(amount)) : two().format(Number(amount))
}

/** `"1.00"` → `1 token`, `"3.02"` → `3.02 tokens`. */
export const countTokens = (amount: string): string =>
  t('{amount}{count, plural, one { token} other { tokens}}', { amount: formatTokens(amount), count: Number(amount) })

/** Always two decimals. */
export const formatExact = (amount: string | number): string => two().format(Number(amount))
/** Two decimals after the sign, which stands where the language has it, also from right to left. */
export const formatSigned = (amount: number): string => signed().format(amount)
/** `+10`, `+4.50` */
export const formatGain = (amount: string | number): string => gained().format(Number(amount))
export const formatWhole = (amount: string | number): string => whole().format(Number(amount))
export const formatOneDecimal = (amount: string | number): string => one().format(Number(amount))
/** `"4.50"` → `4.5` */
export const formatDecimal = (amount: string | number): string => decimals().format(Number(amount))
/** Half a percent as `0.5%`, `0,5 %`. */
export const formatPercent = (percentage: string | number): string => percents().format(Number(percentage) / 100)

/** `dark and blurred`; of three `dark, blurred, and small`. */
export const listOf = (words: string[]): string => lists().format(words)
/** `dark, blurred, small` */
export const enumerated = (words: string[]): string => enumerations().format(words)
/** The same in parts, for words that are links. */
export const enumeratedParts = (words: string[]) => enumerations().formatToParts(words)
