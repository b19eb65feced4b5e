/** The day in that time zone, as 2026-11-22: later days sort after earlier ones. */
export function localDay(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time)
}

/** `Tuesday, November 24, 17:00–18:00` */
export function inWords({ start, end }: { start: Date; end: Date }, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long', month: 'long', day: 'numeric' })
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${day.format(start)}, ${clock.format(start)}–${clock.format(end)}`
}
