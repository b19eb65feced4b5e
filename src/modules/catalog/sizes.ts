import type { AgeRange } from '../identity/contract.ts'
import { ATTRIBUTES, groupsOf } from './attributes.ts'

/** Months at which a size is outgrown, as labels count: clothes marked 12 months fit from 6 to 12. */
const UNTIL: [months: number, size: AgeRange][] = [
  [3, '0-3mo'],
  [6, '3-6mo'],
  [12, '6-12mo'],
  [18, '12-18mo'],
  [24, '18-24mo'],
]

/** Body heights in centimetres that European labels name, up to and including. */
const UP_TO_CM: [cm: number, size: AgeRange][] = [
  [50, 'newborn'],
  [60, '0-3mo'],
  [68, '3-6mo'],
  [80, '6-12mo'],
  [86, '12-18mo'],
  [92, '18-24mo'],
  [98, '2T-3T'],
  [110, '4T-5T'],
]

type Reading = [pattern: RegExp, sizeOf: (number: string) => AgeRange | undefined]

const firstUpTo = (table: [number, AgeRange][], text: string) => table.find(([until]) => Number(text) <= until)?.[1]
const ofYears = (years: string): AgeRange => (Number(years) <= 3 ? '2T-3T' : '4T-5T')

/** How people write a size. The first that fits counts. */
const READINGS: Reading[] = [
  [/\bnew ?born\b|\bpreemie\b/i, () => 'newborn'],
  [/\b(?:size )?([2-5]) ?t(?: ?[-/–] ?[2-5] ?t)?\b/i, ofYears],
  [/\btoddler\b/i, () => '2T-3T'],
  [
    /\b(?:size )?(?:\d{1,2} ?[-–] ?)?(\d{1,2}) ?(?:m|mos?|mths?|months?|monate?|mois|meses|mesi)\b/i,
    (months) => firstUpTo(UNTIL, months),
  ],
  [/\b(?:size )?([2-5]) ?(?:y|yrs?|years?(?: old)?)\b/i, ofYears],
  [
    /\b(?:eu|size|gr\.?|gr(?:ö|oe)(?:ß|ss)e|taille|talla) ?(\d{2,3})\b/i,
    (cm) => (Number(cm) < 44 ? undefined : firstUpTo(UP_TO_CM, cm)),
  ],
  [/\bsize ([2-5])\b/i, ofYears],
]

/** The size that somebody has typed among other words, such as '3T', 'size 12m', 'EU 86' or 'newborn', and those other words. */
export function readSize(typed: string): { size: AgeRange; rest: string } | undefined {
  for (const [pattern, sizeOf] of READINGS) {
    const [found, number = ''] = pattern.exec(typed) ?? []
    const size = found === undefined ? undefined : sizeOf(number)
    if (found !== undefined && size) return { size, rest: typed.replace(found, ' ').replace(/\s+/g, ' ').trim() }
  }
  return undefined
}

/** All sizes from one to another, both included; undefined where the second doesn't come after the first, of clothes or shoes. */
export function sizesBetween(from: string, to: string): string[] | undefined {
  const sizes = groupsOf(ATTRIBUTES.ageSize).map(({ choices }) => Object.keys(choices))
  const among = sizes.find((group) => group.includes(from)) ?? []
  const [first, last] = [among.indexOf(from), among.indexOf(to)]
  return first >= 0 && first < last ? among.slice(first, last + 1) : undefined
}
