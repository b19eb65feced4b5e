import { HOUR_MS } from '../../../platform/durations.ts'
import { localDay, nextTime } from '../../../platform/local-time.ts'

/** A calendar month of the market's time zone, such as '2026-11'. */
export type Month = string

/** The month in which `time` falls in the time zone of that name. */
export const monthOf = (time: Date, timeZone: string): Month => localDay(time, timeZone).slice(0, 7)

/** The month before: '2026-12' for '2027-01'. */
export function monthBefore(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1
    ? `${String(year - 1).padStart(4, '0')}-12`
    : `${month.slice(0, 5)}${String(number - 1).padStart(2, '0')}`
}

/** The month after: '2027-01' for '2026-12'. */
export function monthAfter(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`
}

/** The first moment of the month in the time zone of that name. */
export function monthBegins(month: Month, timeZone: string): Date {
  // Nowhere is the clock more than 14 hours ahead of Greenwich.
  const first = nextTime(new Date(Date.parse(`${month}-01T00:00:00Z`) - 14 * HOUR_MS), 0, timeZone)
  return monthOf(first, timeZone) === month ? first : nextTime(new Date(first.getTime() + HOUR_MS), 0, timeZone)
}
