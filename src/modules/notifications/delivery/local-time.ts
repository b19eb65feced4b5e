const DAY = 24 * 60
const MINUTE_MS = 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** '22:00' -> 1320 */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes since midnight, by the clock of the time zone of that name. */
export function minuteOfDay(time: Date, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' })
    formats.set(timeZone, format)
  }
  return minuteOf(format.format(time))
}

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
