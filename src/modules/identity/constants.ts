export const AGE_RANGES = ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo', '2T-3T', '4T-5T'] as const
type Size = (typeof AGE_RANGES)[number]

/**
 * From which age in months each size of `AGE_RANGES` is worn, and from which none of them. The names say it, but for two:
 * `newborn` and `0-3mo` begin together, so the first month is the newborn's; 2T-3T are the years two and three.
 */
const WORN_FROM = [0, 1, 3, 6, 12, 18, 24, 48, 72]

/**
 * How many months ahead a size is worth looking for. The sizes of the first two years are six months long at most, so
 * there always is a next one; a child of two needs nothing of 4T-5T before it is three and a half.
 */
const MONTHS_AHEAD = 6

/** Things of a size are outgrown for good once two larger ones have begun: children differ by about one. */
const SIZES_BEHIND = 2

/** Months of age, of which the first begins with the month of birth. @param born `2025-03` */
export const monthsOld = (born: string, now: Date): number =>
  (now.getUTCFullYear() - Number(born.slice(0, 4))) * 12 + now.getUTCMonth() + 1 - Number(born.slice(5))

/** Where the size a child wears stands in `AGE_RANGES`; their number once it wears none of them any more. */
const worn = (born: string, now: Date) => WORN_FROM.findLastIndex((from) => from <= monthsOld(born, now))

export const wornSize = (born: string, now: Date): Size | undefined => AGE_RANGES[worn(born, now)]

/** The size a child wears next; undefined where that is long off, or none of these. */
export function nextSize(born: string, now: Date): Size | undefined {
  const next = worn(born, now) + 1
  return (WORN_FROM[next] ?? Infinity) - monthsOld(born, now) <= MONTHS_AHEAD ? AGE_RANGES[next] : undefined
}

/** The sizes that the youngest child has left behind: what an older one has outgrown is kept for it. */
export function outgrownSizes(childrenBorn: string[], now: Date): readonly Size[] {
  const youngest = youngestOf(childrenBorn)
  return youngest === undefined ? [] : AGE_RANGES.slice(0, Math.max(0, worn(youngest, now) - SIZES_BEHIND + 1))
}

/** Months sort as text. */
export const youngestOf = (childrenBorn: string[]): string | undefined => childrenBorn.toSorted().at(-1)
