import type { Point } from '../../../platform/geocoder.ts'
import type { Quote } from '../contract.ts'

const EARTH_RADIUS_MILES = 3958.8
/** Streets are longer than the straight line. */
const DETOUR = 1.3
/** Couriers of a neighbourhood go no further. */
const FURTHEST_MILES = 30
const BASE_DOLLARS = 5
const MINUTES_TO_FETCH = 20
const MINUTES_PER_MILE = 3
const VALID_MINUTES = 5

/** A courier's fee and time as they usually are for that distance; null where none would go. */
export function estimateQuote(pickup: Point, dropoff: Point, now: Date): Quote | null {
  const miles = Math.max(1, Math.ceil(distanceMiles(pickup, dropoff) * DETOUR))
  if (miles > FURTHEST_MILES) return null
  const minutes = MINUTES_TO_FETCH + miles * MINUTES_PER_MILE
  return {
    fee: BASE_DOLLARS + miles,
    estimatedTime: `${minutes}-${minutes + 15} minutes`,
    estimate: true,
    expiresAt: new Date(now.getTime() + VALID_MINUTES * 60_000).toISOString(),
  }
}

/** Along the great circle. */
function distanceMiles(one: Point, other: Point): number {
  const [lat1, lat2] = [radians(one.latitude), radians(other.latitude)]
  const halfLat = Math.sin((lat2 - lat1) / 2)
  const halfLon = Math.sin(radians(other.longitude - one.longitude) / 2)
  const chord = halfLat ** 2 + Math.cos(lat1) * Math.cos(lat2) * halfLon ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
