import type { Point } from '../../../platform/geocoder.ts'
import { givenPoint, publicPointOf, type Listing } from '../../catalog/index.ts'

/** Where a courier would fetch something: in words for the courier, and as a point for an estimate. */
export interface Pickup {
  address: string
  point: Point | null
}

/**
 * The point that a courier is told when `memberId` asks. Until the item is paid that is the point that everybody sees:
 * with many drop-off addresses of one's own choice, prices and times from the door would tell where the door is.
 */
export function pickupFor(listing: Listing, memberId: string): Pickup | null {
  const knowsTheDoor = memberId === listing.sellerId || memberId === listing.buyerId
  if (knowsTheDoor) return { address: `${listing.pickupAddress}, ${listing.city}`, point: givenPoint(listing) }
  const point = publicPointOf(listing)
  return point && { address: `${point.latitude}, ${point.longitude}`, point }
}
