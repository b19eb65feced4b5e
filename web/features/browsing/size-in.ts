import type { AgeRange } from '../../../src/modules/identity/contract.ts'

/** Months at which a size is outgrown, as labels count: clothes marked 12 months fit from 6 to 12. */
const UNTIL: [months: number, size: AgeRange][] = [
  [3, '0-3mo'],
  [6, '3-6mo'],
  [12, '6-12mo'],
  [18, '12-18mo'],
  [24, '18-24mo'],
]

/** The size that somebody has typed among other words, such as '3T', 'size 12m' or 'newborn'. */
export function sizeIn(typed: string): AgeRange | undefined {
  if (/\bnew ?born\b/i.test(typed)) return 'newborn'
  const [, years] = /\b([2-5]) ?t\b/i.exec(typed) ?? []
  if (years !== undefined) return Number(years) <= 3 ? '2T-3T' : '4T-5T'
  if (/\btoddler\b/i.test(typed)) return '2T-3T'
  const [, months] = /\b(\d{1,2}) ?(?:m|mos?|months?)\b/i.exec(typed) ?? []
  return UNTIL.find(([until]) => months !== undefined && Number(months) <= until)?.[1]
}
