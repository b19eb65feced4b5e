import { DAY_MS } from '../../src/platform/durations.ts'
import { perLanguage } from './language/per-language.ts'
import { pageLanguage } from './language/sentence.ts'
import { t } from './t.ts'

const relative = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'always' }))

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * `… ago`, in the largest unit that fits; under a minute `less than a minute ago`. A time in the future counts as now.
 */
export function timeAgo(iso: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000)
  for (const [unit, size] of STEPS) {
    if (seconds >= size) return relative().format(-Math.floor(seconds / size), unit)
  }
  return t('less than a minute ago')
}

/** A date that begins with a number; where one reads from right to left, it stays apart from a Latin name before it. */
function dated(options: Intl.DateTimeFormatOptions) {
  const format = perLanguage((language) => new Intl.DateTimeFormat(language, options))
  return (at: Date | number) => (pageLanguage() === 'ar' ? '\u200f' : '') + format().format(at)
}

const dateTime = dated({ dateStyle: 'medium', timeStyle: 'short' })
const day = dated({ dateStyle: 'medium' })
const shortDay = dated({ month: 'short', day: 'numeric' })
const month = perLanguage((language) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }))
const monthAlone = perLanguage((language) => new Intl.DateTimeFormat(language, { month: 'long' }))
const clock = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))

export const formatDateTime = (iso: string): string => dateTime(new Date(iso))
export const formatDay = (iso: string): string => day(new Date(iso))
export const formatMonth = (iso: string): string => month().format(new Date(iso))
export const nameOfMonth = (iso: string): string => monthAlone().format(new Date(iso))
export const formatClock = (iso: string): string => clock().format(new Date(iso))

/** The time if it was today, else with the date: `2:05 PM`, `Nov 21, 2026, 2:05 PM`. @param at ms since 1970 */
export const momentOf = (at: number): string => (day(at) === day(Date.now()) ? clock().format(at) : dateTime(at))

/** `Today`, `Yesterday`, or the date, by the reader's local days. */
export function dayName(iso: string, now: number): string {
  const date = day(new Date(iso))
  if (date === day(now)) return t('Today')
  return date === day(now - DAY_MS) ? t('Yesterday') : date
}

/** For lists: the time if it is today, else the date. */
export function shortTime(iso: string, now: number): string {
  const at = new Date(iso)
  return day(at) === day(now) ? clock().format(at) : shortDay(at)
}

/** `Pacific Time`; where a zone has no such name, what it is called by itself. */
export function nameOfZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(pageLanguage(), { timeZone, timeZoneName: 'longGeneric' }).formatToParts(0)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return name.startsWith('GMT') ? timeZone : name
}

const due = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/**
 * `Tue, Nov 24, 5:00 PM`, by the clock of the zone, which is named where the reader's clock shows another time:
 * `Tue, Nov 24, 5:00 PM Pacific Time`.
 */
export function formatDeadline(iso: string, timeZone: string | undefined, readerZone: string | undefined): string {
  const at = new Date(iso)
  const inZone = (zone: string | undefined) =>
    new Intl.DateTimeFormat(pageLanguage(), { ...due, timeZone: zone }).format(at)
  const there = inZone(timeZone)
  if (timeZone === undefined || readerZone === undefined || inZone(readerZone) === there) return there
  return `${there} ${nameOfZone(timeZone)}`
}
