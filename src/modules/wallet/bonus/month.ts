/** A calendar month of the market's time zone, such as '2026-11'. */
export type Month = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** The month in which `time` falls in the time zone of that name. */
export function monthOf(time: Date, timeZone: string): Month {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, calendar: 'iso8601', year: 'numeric', month: '2-digit' })
    formats.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(time).map((part) => [part.type, part.value]))
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month') ?? ''}`
}

/** 'November 2026' */
export function monthName(month: Month): string {
  return new Intl.DateTimeFormat('en', { timeZone: 'UTC', year: 'numeric', month: 'long' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** The month before: '2026-12' for '2027-01'. */
export function monthBefore(month: Month): Month {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 1
    ? `${String(year - 1).padStart(4, '0')}-12`
    : `${month.slice(0, 5)}${String(number - 1).padStart(2, '0')}`
}
