import { expect, test } from 'vitest'
import { setPageLanguage } from '../../lib/language/sentence.ts'
import { nameOfZone } from '../../lib/time.ts'
import { type Interval, formatHours, formatInterval, nextDays, usualTimes } from './times.ts'

const ZONE = 'America/Los_Angeles'
const SUNDAY_AFTERNOON = Date.parse('2026-11-22T22:10:00Z')

/** Without the spaces that keep a time in one piece. */
const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const hoursOf = (times: Interval[]) => times.map((time) => plain(formatHours(time, ZONE)))

test('what is suggested first lies ahead, by the clocks of the market', () => {
  const days = usualTimes(SUNDAY_AFTERNOON, ZONE)
  expect(days.map(({ name, times }) => [name, ...hoursOf(times)])).toEqual([
    ['Today', '5–6 PM', '6–7 PM'],
    ['Tomorrow', '9–10 AM', '12–1 PM', '5–6 PM', '6–7 PM'],
    ['Tue, Nov 24', '9–10 AM', '12–1 PM', '5–6 PM', '6–7 PM'],
  ])
  const last = days.at(-1)?.times.at(-1)
  expect(last && plain(formatInterval(last, ZONE, SUNDAY_AFTERNOON))).toBe('Tue, Nov 24, 6–7 PM')
})

test('a day without an hour left is not among the next days', () => {
  const late = Date.parse('2026-11-23T05:00:00Z')
  expect(nextDays(late, ZONE, 3).map(({ name }) => name)).toEqual(['Tomorrow', 'Tue, Nov 24'])
  const today = nextDays(SUNDAY_AFTERNOON, ZONE, 1)[0]
  expect(today?.times[0]).toEqual({ start: '2026-11-22T23:00:00.000Z', end: '2026-11-23T00:00:00.000Z' })
})

test.each(['2026-11-01', '2026-03-08'])('on %s, when the clocks change, an hour is still that hour', (day) => {
  const [first] = nextDays(Date.parse(`${day}T08:30:00Z`), ZONE, 1)
  expect(first && hoursOf(first.times)).toEqual([
    ...['8–9 AM', '9–10 AM', '10–11 AM', '11 AM–12 PM', '12–1 PM', '1–2 PM', '2–3 PM', '3–4 PM', '4–5 PM'],
    ...['5–6 PM', '6–7 PM', '7–8 PM', '8–9 PM'],
  ])
})

test('minutes are said where there are any, and the zone by its name', () => {
  const halfPast = { start: '2026-11-22T19:30:00Z', end: '2026-11-22T20:15:00Z' }
  expect(plain(formatHours(halfPast, ZONE))).toBe('11:30 AM–12:15 PM')
  expect(nameOfZone(ZONE)).toBe('Pacific Time')
  expect(nameOfZone('UTC')).toBe('UTC')
})

test('tomorrow is the next day, also after one of 25 hours', () => {
  const justAfterMidnight = Date.parse('2026-11-01T07:30:00Z')
  expect(nextDays(justAfterMidnight, ZONE, 2).map(({ name }) => name)).toEqual(['Today', 'Tomorrow'])
})

test('days and hours are written as the language of the page writes them', () => {
  setPageLanguage('de')
  try {
    const halfPast = { start: '2026-11-22T19:30:00Z', end: '2026-11-22T20:15:00Z' }
    expect(formatHours(halfPast, ZONE)).toMatch(/^11:30\s?–\s?12:15\sUhr$/)
    expect(nextDays(Date.parse('2026-11-23T05:00:00Z'), ZONE, 3).at(-1)?.name).toBe('Di., 24. Nov.')
  } finally {
    setPageLanguage('en')
  }
})
