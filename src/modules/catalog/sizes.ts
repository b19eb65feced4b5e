import { ATTRIBUTES, groupsOf } from './attributes.ts'
import { CLOTHES, FOOTWEAR, SAYS_NOTHING, SHOES, SIZED_OTHERWISE, whole } from './size-words.ts'

type Size = keyof (typeof ATTRIBUTES)['ageSize']['choices']

/** Months at which a size is outgrown, as labels count: clothes marked 12 months fit from 6 to 12. */
const UNTIL_MONTHS: [months: number, size: Size][] = [
  [3, '0-3mo'],
  [6, '3-6mo'],
  [12, '6-12mo'],
  [18, '12-18mo'],
  [24, '18-24mo'],
]

/** Ages in years, also as the numbers on labels. */
const UNTIL_YEARS: [years: number, size: Size][] = [
  [1, '12-18mo'],
  [3, '2T-3T'],
  [5, '4T-5T'],
  [7, '6-7y'],
  [9, '8-9y'],
  [11, '10-11y'],
  [16, '12-14y'],
]

/** Body heights in centimetres that European labels name, up to and including. */
const UNTIL_CM: [cm: number, size: Size][] = [
  [50, 'newborn'],
  [60, '0-3mo'],
  [68, '3-6mo'],
  [80, '6-12mo'],
  [86, '12-18mo'],
  [92, '18-24mo'],
  [98, '2T-3T'],
  [110, '4T-5T'],
  [122, '6-7y'],
  [134, '8-9y'],
  [146, '10-11y'],
  [170, '12-14y'],
]

/** America's sizes of children's shoes; after 13 they begin again with 1. */
const SMALL_SHOES: [size: number, ours: Size][] = [
  [2, 'shoe-16-17'],
  [4, 'shoe-18-19'],
  [5, 'shoe-20-21'],
  [7, 'shoe-22-23'],
  [9, 'shoe-24-25'],
  [10, 'shoe-26-27'],
  [11, 'shoe-28-29'],
  [13, 'shoe-30-31'],
]
const LARGE_SHOES: [size: number, ours: Size][] = [
  [2, 'shoe-32-33'],
  [3, 'shoe-34-35'],
  [5, 'shoe-36-37'],
  [7, 'shoe-38-39'],
]

/** The heights that labels bear. */
const UNTIL_CM_STEPS = Array.from({ length: 20 }, (_, index) => 50 + 6 * index).join('|') + '|170'

const upTo = (table: [number, Size][], text: string) => table.find(([until]) => Number(text) <= until)?.[1]
const ofMonths = (months: string) => upTo(UNTIL_MONTHS, months)
const ofYears = (years: string) => upTo(UNTIL_YEARS, years)
const ofHeight = (cm: string) => (Number(cm) < 44 ? undefined : upTo(UNTIL_CM, cm))
function ofEuropesShoes(size: string): Size {
  const even = Number(size) - (Number(size) % 2)
  return `shoe-${even}-${even + 1}` as Size
}

const SIZE = '(?:eu|size|sz|gr\\.?|gro(?:ß|ss|es)e|groesse|taille|talla|tam\\.?|tamano|tamanho|مقاس)'
const FROM = '(?:\\d{1,2} ?(?:[-–/]|to|bis|a) ?)?'

interface Reading {
  pattern: RegExp
  sizeOf: (number: string, text: string) => Size | undefined
  /** Counts only among names of clothes and shoes, or `alone`: books are for ages, too, and cables have metres. */
  among?: 'clothes' | 'clothes or alone'
}

/** With words for it, of clothes and shoes alike. The first that fits counts; only a `T` speaks for itself. */
const IN_WORDS: Reading[] = [
  { pattern: whole(`(?:${SIZE} )?([2-5]) ?(?:t(?: ?[-/–] ?[2-5] ?t)?|[-/–] ?[2-5] ?t)`), sizeOf: ofYears },
  {
    pattern: whole(
      `(?:${SIZE} )?${FROM}(\\d{1,2}) ?(?:m|mos?|mths?|months?(?: olds?)?|monat(?:en?)?|mois|mes(?:es)?|شهر|شهور|اشهر)`,
    ),
    sizeOf: ofMonths,
    among: 'clothes or alone',
  },
  {
    pattern: whole(`(?:${SIZE} )?${FROM}(\\d{1,2}) ?(?:yo?|yrs?|years?(?: olds?)?|jahr(?:en?)?|ans?|anos?|سنة|سنوات)`),
    sizeOf: ofYears,
    among: 'clothes or alone',
  },
  {
    pattern: whole(`(?:aged?|alter|edad|idade|عمر) ${FROM}(\\d{1,2})`),
    sizeOf: ofYears,
    among: 'clothes or alone',
  },
]

/** As numbers, on labels of clothes. */
const OF_CLOTHES: Reading[] = [
  { pattern: whole(`${SIZE} ?(?:\\d{2,3} ?[-/] ?)?(\\d{2,3})(?: ?cm)?`), sizeOf: ofHeight },
  { pattern: whole(`${SIZE} (\\d{1,2})`), sizeOf: ofYears },
  { pattern: whole('(?:0|3|6(?!-7)|9|12|18)-(3|6|9|12|18|24)'), sizeOf: ofMonths, among: 'clothes' },
  { pattern: whole(`(?:\\d{2,3} ?[-/] ?)?(${UNTIL_CM_STEPS})(?: ?cm)?`), sizeOf: ofHeight, among: 'clothes' },
  { pattern: whole('(?:\\d{1,2}-)?(\\d{1,2})$'), sizeOf: ofYears, among: 'clothes' },
  {
    pattern: whole(
      'new ?borns?|preemie|neugeboren\\p{L}*|recien nacido|nouveau.ne|naissance|recem.nascido|حديث الولادة',
    ),
    sizeOf: () => 'newborn',
    among: 'clothes or alone',
  },
  { pattern: whole('toddlers?'), sizeOf: () => '2T-3T', among: 'clothes or alone' },
]

/** Large children's shoes, `2Y`; for clothes that would be years. */
const OF_LARGE_SHOES: Reading = {
  pattern: whole(`(?:${SIZE} ?)?([1-7])(?:[.,]5)? ?y`),
  sizeOf: (size) => upTo(LARGE_SHOES, size),
}
const OF_SHOES: Reading[] = [
  { pattern: whole(`(?:${SIZE} ?)?(1[6-9]|2\\d|3\\d)(?:[.,]5)?`), sizeOf: ofEuropesShoes },
  {
    pattern: whole(`(?:${SIZE} ?)?(\\d|1[0-3])(?:[.,]5)? ?c?`),
    // A seller who means the smallest says so.
    sizeOf: (size, text) =>
      upTo(Number(size) > 3 || /baby|toddler|infant/.test(text) ? SMALL_SHOES : LARGE_SHOES, size),
  },
]

const FOR_CLOTHES = [...IN_WORDS, ...OF_CLOTHES]
const FOR_SHOES = [OF_LARGE_SHOES, ...IN_WORDS, ...OF_SHOES]

/**
 * The size that somebody has typed among other words, such as '3T', '12m', 'EU 86', 'shoe 24' or 'newborn', and those of the
 * other words that tell more.
 */
export function readSize(typed: string): { size: Size; rest: string } | undefined {
  const text = typed.normalize()
  const plain = plainOf(text)
  if (SIZED_OTHERWISE.test(plain)) return undefined
  const footwear = FOOTWEAR.test(plain)
  const worn = footwear || CLOTHES.test(plain)
  for (const { pattern, sizeOf, among } of footwear ? FOR_SHOES : FOR_CLOTHES) {
    const found = pattern.exec(plain)
    const size = found === null ? undefined : sizeOf(found[1] ?? '', plain)
    if (found === null || size === undefined) continue
    const around = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    const rest = withoutWords(around, size.startsWith('shoe') ? `${SAYS_NOTHING}|${SHOES}` : SAYS_NOTHING)
    if (among === undefined || worn || (among === 'clothes or alone' && rest === '')) return { size, rest }
  }
  return undefined
}

/** Letter by letter, so that each stands where it stood. */
function plainOf(text: string): string {
  return text
    .replace(/[^ -~]/gu, (letter) => {
      const digit = '٠١٢٣٤٥٦٧٨٩'.indexOf(letter)
      return digit >= 0
        ? String(digit)
        : (letter.normalize('NFKD').replace(/\p{M}/gu, '')[0] ?? ' ').padEnd(letter.length)
    })
    .toLowerCase()
}

function withoutWords(text: string, words: string): string {
  const pattern = whole(words)
  return text
    .split(/\s+/)
    .filter((word) => word !== '' && pattern.exec(plainOf(word))?.[0] !== plainOf(word))
    .join(' ')
}

/** All sizes from one to another, both included; undefined where the second doesn't come after the first, of clothes or shoes. */
export function sizesBetween(from: string, to: string): string[] | undefined {
  const sizes = groupsOf(ATTRIBUTES.ageSize).map(({ choices }) => Object.keys(choices))
  const among = sizes.find((group) => group.includes(from)) ?? []
  const [first, last] = [among.indexOf(from), among.indexOf(to)]
  return first >= 0 && first < last ? among.slice(first, last + 1) : undefined
}
