import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { quotedFee } from '../courier/courier-quote.ts'
import { pickupFor } from '../courier/pickup.ts'
import type { ReservationRequest } from '../reserving/reservation-request.ts'

export function addressOf(request: ReservationRequest): string | null {
  return request.deliveryMethod === 'doordash' ? (request.deliveryAddress ?? null) : null
}

/**
 * The courier's fee, as it was quoted to the buyer for one of the items: one way for all of them.
 * @returns US cents; null where no courier comes, or none was asked
 * @throws Conflict DELIVERY_NOT_OFFERED for items that are in different places
 */
export async function courierFeeOf(
  trx: Trx,
  listings: Listing[],
  request: ReservationRequest,
  now: Date,
): Promise<number | null> {
  const dropoffAddress = addressOf(request)
  // An addition comes with the order's courier.
  if (dropoffAddress === null || request.addTo !== undefined) return null
  if (new Set(listings.map(({ pickupAddress, city }) => `${pickupAddress}\n${city}`)).size > 1)
    throw new Conflict(
      PURCHASING_CODES.DELIVERY_NOT_OFFERED,
      "These items are in different places, so a courier can't fetch them in one go",
    )
  const ways = listings.flatMap((listing) => {
    const pickup = pickupFor(listing, request.buyerId)
    return pickup ? [{ listingId: listing.id, pickupAddress: pickup.address, dropoffAddress }] : []
  })
  return quotedFee(trx, ways, now)
}
