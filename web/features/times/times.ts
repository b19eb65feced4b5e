import { HOUR_MS } from '../../../src/platform/durations.ts'
import type { Trade } from '../../../src/modules/handover/contract.ts'
import { perLanguage } from '../../lib/language/per-language.ts'
import { t } from '../../lib/t.ts'

export type Interval = Pick<NonNullable<Trade['appointment']>, 'start' | 'end'>

/** A calendar day where the market is. */
interface LocalDay {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

function dayOf(time: number, timeZone: string): LocalDay {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(time)
    .map(({ type, value }) => [type, Number(value)])
  return Object.fromEntries(parts) as LocalDay
}

/** The days after it, by the calendar: some last 23 hours, some 25. */
const dayAfter = ({ year, month, day }: LocalDay, days: number): LocalDay => {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The time that the clocks there show, as if it were UTC. */
function shownAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(time)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
}

/** The time at which the clocks there show that hour. */
function timeAt({ year, month, day }: LocalDay, hour: number, timeZone: string): number {
  const wanted = Date.UTC(year, month - 1, day, hour)
  const first = wanted - (shownAt(wanted, timeZone) - wanted)
  // Close to a change of the clocks the first guess may take the other side's difference.
  return first - (shownAt(first, timeZone) - wanted)
}

const hourFrom = (start: number): Interval => ({
  start: new Date(start).toISOString(),
  end: new Date(start + HOUR_MS).toISOString(),
})

/** One of the next days, with the hours that can still be offered. */
export interface DayOfTimes {
  /** `Today`, `Tomorrow`, `Tue, Nov 24` */
  name: string
  times: Interval[]
}

/** Nobody is called to the door at night. */
const [EARLIEST_HOUR, LATEST_HOUR] = [8, 20]

/** All hours of the next days, where the market is; those that begin too soon are left out, as are days without any. */
export function nextDays(now: number, timeZone: string, days: number): DayOfTimes[] {
  const today = dayOf(now, timeZone)
  return Array.from({ length: days }, (_, index) => {
    const day = dayAfter(today, index)
    const starts = Array.from({ length: LATEST_HOUR - EARLIEST_HOUR + 1 }, (_hour, hour) =>
      timeAt(day, EARLIEST_HOUR + hour, timeZone),
    )
    return {
      name: formatDayOf(new Date(timeAt(day, 12, timeZone)).toISOString(), timeZone, now),
      times: starts.filter((start) => start > now).map(hourFrom),
    }
  }).filter(({ times }) => times.length > 0)
}

const USUAL_HOURS = [9, 12, 17, 18]
const USUAL_DAYS = 3

/** Times that suit most people on the next days: before work, at noon, after work. */
export function usualTimes(now: number, timeZone: string): DayOfTimes[] {
  return nextDays(now + HOUR_MS / 2, timeZone, USUAL_DAYS)
    .map(({ name, times }) => ({
      name,
      times: times.filter(({ start }) => USUAL_HOURS.includes(hourOf(start, timeZone))),
    }))
    .filter(({ times }) => times.length > 0)
}

const hourOf = (time: string, timeZone: string) => new Date(shownAt(Date.parse(time), timeZone)).getUTCHours()

/** `Today`, `Tomorrow`, `Yesterday`, `Tue, Nov 24`; within a sentence `today`. */
export function formatDayOf(time: string, timeZone: string, now: number, within = false): string {
  const day = noonOf(dayOf(Date.parse(time), timeZone))
  const today = dayOf(now, timeZone)
  if (day === noonOf(today)) return within ? t('today') : t('Today')
  if (day === noonOf(dayAfter(today, 1))) return within ? t('tomorrow') : t('Tomorrow')
  if (day === noonOf(dayAfter(today, -1)) && !within) return t('Yesterday')
  return shortDay().format(day)
}

const noonOf = ({ year, month, day }: LocalDay) => Date.UTC(year, month - 1, day, 12)
const shortDay = perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }),
)

const NBSP = '\u00a0'
/** The language of the page where it isn't English. */
const elsewhere = perLanguage((language) => (language === 'en' ? null : language))

/** `5–6 PM`, `11:30 AM–12 PM`, in one piece; elsewhere `17:00–18:00`, as the language writes it. */
export function formatHours({ start, end }: Interval, timeZone: string): string {
  const language = elsewhere()
  if (language !== null) {
    const clock = new Intl.DateTimeFormat(language, { timeZone, hour: 'numeric', minute: '2-digit' })
    return clock.formatRange(Date.parse(start), Date.parse(end)).replaceAll(' ', NBSP)
  }
  const [from, to] = [clockOf(start, timeZone), clockOf(end, timeZone)]
  return from.half === to.half
    ? `${from.clock}–${to.clock}${NBSP}${to.half}`
    : `${from.clock}${NBSP}${from.half}–${to.clock}${NBSP}${to.half}`
}

function clockOf(time: string, timeZone: string): { clock: string; half: string } {
  const [clock = '', half = ''] = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(Date.parse(time))
    .split(/\s/)
  return { clock: clock.replace(':00', ''), half }
}

/** `Today, 5–6 PM`; within a sentence `today, 5–6 PM`. */
export const formatInterval = (interval: Interval, timeZone: string, now: number, within = false): string =>
  `${formatDayOf(interval.start, timeZone, now, within)}, ${formatHours(interval, timeZone)}`
