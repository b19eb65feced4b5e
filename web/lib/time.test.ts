import { expect, test } from 'vitest'
import { formatDeadline } from './time.ts'

test('a deadline has day and hour of the market, and names its zone to whom it is another time', () => {
  const at = '2026-11-25T01:00:00Z'
  const plain = 'Tue, Nov 24, 5:00 PM'
  const deadline = (timeZone?: string, reader?: string) =>
    formatDeadline(at, timeZone, reader).replaceAll('\u202f', ' ')
  expect(deadline('America/Los_Angeles', 'America/Los_Angeles')).toBe(plain)
  expect(deadline('America/Los_Angeles', 'America/Tijuana')).toBe(plain)
  expect(deadline('America/Los_Angeles')).toBe(plain)
  expect(deadline('America/Los_Angeles', 'Europe/Berlin')).toBe(`${plain} Pacific Time`)
  expect(deadline('UTC', 'Europe/Berlin')).toBe('Wed, Nov 25, 1:00 AM UTC')
})
