import { MINUTE_MS } from './durations.ts'
import type { Language } from './language/words.ts'

const DAY = 24 * 60
const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than using it. */
function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions, language = 'en'): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options })
  formats.set(key, format)
  return format
}

const ISO_DAY = { calendar: 'iso8601', year: 'numeric', month: '2-digit', day: '2-digit' } as const
const CLOCK = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const

/** The day in that time zone, as 2026-11-22: later days sort after earlier ones. */
export function localDay(time: Date, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone, ISO_DAY)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return [(parts.get('year') ?? '').padStart(4, '0'), parts.get('month'), parts.get('day')].join('-')
}

const DAY_IN_WORDS = { weekday: 'long', month: 'long', day: 'numeric' } as const
const CLOCK_IN_WORDS = { hour: 'numeric', minute: '2-digit' } as const

/** `Tuesday, November 24, 5:00 PM`, as the screens have it. */
export const momentInWords = (time: Date, timeZone: string, language: Language = 'en'): string =>
  [DAY_IN_WORDS, CLOCK_IN_WORDS].map((options) => formatOf(timeZone, options, language).format(time)).join(', ')

/** `Tuesday, November 24, 5:00 PM–6:00 PM`. */
export const inWords = (
  { start, end }: { start: Date; end: Date },
  timeZone: string,
  language: Language = 'en',
): string => `${momentInWords(start, timeZone, language)}–${formatOf(timeZone, CLOCK_IN_WORDS, language).format(end)}`

/** '22:00' -> 1320 */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes since midnight, by the clock of the time zone of that name. */
export const minuteOfDay = (time: Date, timeZone: string): number => minuteOf(formatOf(timeZone, CLOCK).format(time))

/** When the clock of the time zone next shows that minute, at `from` or later; an hour off where it never does, in spring. */
export function nextTime(from: Date, minute: number, timeZone: string): Date {
  const first = Math.ceil(from.getTime() / MINUTE_MS) * MINUTE_MS
  const ahead = (minute - minuteOfDay(new Date(first), timeZone) + DAY) % DAY
  const guess = new Date(first + ahead * MINUTE_MS)
  // Clocks may have been changed in between.
  const off = ((minute - minuteOfDay(guess, timeZone) + DAY + DAY / 2) % DAY) - DAY / 2
  const exact = new Date(guess.getTime() + off * MINUTE_MS)
  return minuteOfDay(exact, timeZone) === minute ? exact : guess
}
