import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedPlace } from './moved-place.ts'

const anywhere = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

function metresBetween(a: { latitude: number; longitude: number }, b: typeof a): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * 6_371_000 * Math.asin(Math.sqrt(chord))
}

test('a place is moved by 0.2 to 1 km, always to the same point', () => {
  fc.assert(
    fc.property(anywhere, fc.uuid(), (place, seller) => {
      const moved = movedPlace(place, seller, 'key')
      expect(movedPlace(place, seller, 'key')).toEqual(moved)
      expect(Math.abs(moved.latitude)).toBeLessThanOrEqual(90)
      expect(moved.longitude).toBeGreaterThanOrEqual(-180)
      expect(moved.longitude).toBeLessThan(180.001)
      const distance = metresBetween(place, moved)
      expect(distance).toBeGreaterThan(200)
      expect(distance).toBeLessThan(1000)
    }),
  )
})

test('another key, another seller or another block tells nothing about the direction', () => {
  const home = { latitude: 48.2, longitude: 16.37 }
  const shown = movedPlace(home, 'a', 'key')
  expect(movedPlace(home, 'a', 'other key')).not.toEqual(shown)
  expect(movedPlace(home, 'b', 'key')).not.toEqual(shown)
  // A few metres of difference between two postings from one home must not give a second point.
  expect(movedPlace({ latitude: 48.20004, longitude: 16.37003 }, 'a', 'key')).toEqual(shown)
})

test('the poles and the date line are places too', () => {
  for (const latitude of [-90, 90]) {
    for (const longitude of [-180, 180]) {
      const moved = movedPlace({ latitude, longitude }, 'a', 'key')
      expect(Math.abs(moved.latitude)).toBeLessThanOrEqual(90)
      expect(Number.isFinite(moved.longitude)).toBe(true)
    }
  }
})
