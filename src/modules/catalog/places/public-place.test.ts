import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicPlace } from './public-place.ts'

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

test('a place is shown at the centre of its cell, at most 0.72 km away, and that centre is its own', () => {
  fc.assert(
    fc.property(anywhere, (place) => {
      const shown = publicPlace(place)
      expect(metresBetween(place, shown)).toBeLessThan(720)
      expect(publicPlace(shown)).toEqual(shown)
    }),
  )
})

test('one home, given again and again with other figures, shows one point: nothing to take the mean of', () => {
  const home = { latitude: 45.5241, longitude: -122.6807 }
  const centre = publicPlace(home)
  const metre = 1 / 111_320
  const near = fc.record({
    north: fc.double({ min: -40, max: 40, noNaN: true }),
    east: fc.double({ min: -40, max: 40, noNaN: true }),
  })
  fc.assert(
    fc.property(near, ({ north, east }) => {
      const moved = { latitude: centre.latitude + north * metre, longitude: centre.longitude + east * metre }
      expect(publicPlace(moved)).toEqual(centre)
    }),
  )
})

test('the poles and the date line are places too', () => {
  for (const latitude of [-90, 90]) {
    for (const longitude of [-180, 180]) {
      const shown = publicPlace({ latitude, longitude })
      expect(Math.abs(shown.latitude)).toBeLessThanOrEqual(90)
      expect(Number.isFinite(shown.longitude)).toBe(true)
    }
  }
  expect(publicPlace({ latitude: 10, longitude: 180 })).toEqual(publicPlace({ latitude: 10, longitude: -180 }))
})
