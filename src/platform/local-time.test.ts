import { expect, test } from 'vitest'
import { minuteOf, minuteOfDay, nextTime } from './local-time.ts'

const next = (from: string, clock: string, zone = 'Europe/Vienna') =>
  nextTime(new Date(from), minuteOf(clock), zone).toISOString().slice(0, 16)

test('the clock of a time zone', () => {
  expect(minuteOfDay(new Date('2026-11-22T22:59:59Z'), 'Europe/Vienna')).toBe(23 * 60 + 59)
  expect(minuteOfDay(new Date('2026-11-22T23:00:00Z'), 'Europe/Vienna')).toBe(0)
  expect(minuteOfDay(new Date('2026-11-22T18:30:00Z'), 'Asia/Kolkata')).toBe(0)
})

test.each([
  ['later the same day', '2026-11-22T05:10:30Z', '08:00', '2026-11-22T07:00'],
  ['just then', '2026-11-22T07:00:00Z', '08:00', '2026-11-22T07:00'],
  ['a moment too late', '2026-11-22T07:00:01Z', '08:00', '2026-11-23T07:00'],
  ['over the change to summer time', '2026-03-28T20:00:00Z', '08:00', '2026-03-29T06:00'],
  ['over the change to winter time', '2026-10-24T20:00:00Z', '08:00', '2026-10-25T07:00'],
  ['a time that the night of the change leaves out', '2026-03-28T20:00:00Z', '02:30', '2026-03-29T01:30'],
])('%s', (_what, from, clock, wanted) => {
  expect(next(from, clock)).toBe(wanted)
})
