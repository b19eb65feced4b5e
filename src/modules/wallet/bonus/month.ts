import { localDay } from '../../../platform/local-time.ts'

/** A calendar month of the market's time zone, such as '2026-11'. */
export type Month = string

/** The month in which `time` falls in the time zone of that name. */
export const monthOf = (time: Date, timeZone: string): Month => localDay(time, timeZone).slice(0, 7)

const NAMES = new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric', month: 'long' })

/** 'November 2026' */
export const monthName = (month: Month): string => NAMES.format(new Date(`${month}-01T00:00:00Z`))

/** The month before: '2026-12' for '2027-01'. */
export function monthBefore(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1
    ? `${String(year - 1).padStart(4, '0')}-12`
    : `${month.slice(0, 5)}${String(number - 1).padStart(2, '0')}`
}
