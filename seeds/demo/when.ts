import { DAY_MS } from '../../src/platform/durations.ts'

/** A day of a calendar month before the one of the seeding, so that a month of the story is one of the market's figures. */
export interface InMonth {
  monthsBack: number
  day: number
}
/** The month in which the market was opened: with the present one there are twelve. */
export const YEAR_BEGINS: InMonth = { monthsBack: 11, day: 1 }
/** Days before the seeding, or a day of a month. */
export type When = number | InMonth

export function daysAgo(when: When, startedAt: Date): number {
  if (typeof when === 'number') return when
  const { monthsBack, day } = when
  // In the evening of Greenwich it is that day in most zones, and in all of them that month.
  const then = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() - monthsBack, day, 18)
  return (startedAt.getTime() - then) / DAY_MS
}
