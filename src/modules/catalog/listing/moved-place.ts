import { createHmac } from 'node:crypto'

export interface Place {
  latitude: number
  longitude: number
}

const METRES_PER_DEGREE = 111_320
/** Near enough to tell the neighbourhood, never near enough to tell the house. */
const MIN_METRES = 300
const MAX_METRES = 900

/**
 * Where the public sees a place: the same point every time, 0.3 to 1 km off in a direction that only `key` tells.
 * It depends on the seller and the block, not on the listing: otherwise the average over a seller's many listings, or
 * over repeated postings, would come out at the door.
 */
export function movedPlace(place: Place, sellerId: string, key: string): Place {
  const latitude = round(place.latitude, 3)
  const longitude = round(place.longitude, 3)
  const random = createHmac('sha256', key).update(`${sellerId} ${latitude} ${longitude}`).digest()
  const angle = (random.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI
  // The square root spreads the points evenly over the ring.
  const metres = Math.sqrt(MIN_METRES ** 2 + (random.readUInt32BE(4) / 2 ** 32) * (MAX_METRES ** 2 - MIN_METRES ** 2))
  const north = (metres * Math.cos(angle)) / METRES_PER_DEGREE
  const shrink = Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)
  const east = (metres * Math.sin(angle)) / (METRES_PER_DEGREE * shrink)
  return {
    latitude: round(Math.min(Math.max(latitude + north, -90), 90), 4),
    longitude: round(((((longitude + east + 180) % 360) + 360) % 360) - 180, 4),
  }
}

function round(degrees: number, digits: number): number {
  return Number(degrees.toFixed(digits))
}
