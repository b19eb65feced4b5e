import { AppError, Conflict, NotFound } from '../../../platform/errors.ts'
import { type Said, say, words } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import type { Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import type { Purchase } from '../purchase/purchase.ts'
import type { ReservationRequest } from '../reserving/reservation-request.ts'

interface Refusal {
  /** Its place in the order. */
  index: number
  code: string
  status: 404 | 409
  said: string | Said
}

/** Thrown for overdue reservations that are not swept yet: expire them, then try again. */
export class LapsedReservations extends Conflict {
  readonly purchaseIds: string[]
  constructor(purchaseIds: string[]) {
    super(PURCHASING_CODES.LISTING_RESERVED, 'Someone else is paying for this item right now')
    this.purchaseIds = purchaseIds
  }
}

export const ownListing = () => new AppError(PURCHASING_CODES.OWN_LISTING, 403, "You can't purchase your own item")
export const notThere = () => new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
export const alreadyPaid = () => new Conflict(PURCHASING_CODES.ALREADY_PAID, 'You have already paid for this item')

/**
 * All at once: a single item by its own code and words, of several each by its place, title and reason.
 * @throws AppError 404 or 409
 */
export function refuseAll(refusals: Refusal[], { byItem }: ReservationRequest): void {
  const ordered = refusals.toSorted((one, other) => one.index - other.index)
  const [first] = ordered
  if (!first) return
  if (byItem) throw new AppError(first.code, first.status, first.said)
  throw new AppError(
    first.code,
    409,
    ordered.map(({ said }) => said),
    {
      details: ordered.map(({ index, said }) => ({ path: ['itemIds', index], message: said })),
    },
  )
}

/** Items that nobody could have, or not in this way. */
export function unfit(listings: Map<string, Listing>, request: ReservationRequest): Refusal[] {
  return request.listingIds.flatMap((id, index): Refusal[] => {
    const listing = listings.get(id)
    if (!isThere(listing)) {
      return request.byItem
        ? [{ index, code: CATALOG_CODES.LISTING_NOT_FOUND, status: 404, said: words('Item not found') }]
        : [{ index, code: PURCHASING_CODES.LISTING_TAKEN, status: 409, said: words('An item is no longer there') }]
    }
    if (request.deliveryMethod !== 'doordash' || listing.deliveryOption !== 'pickup') return []
    const { title } = listing
    const said = request.byItem ? words('This item is for pickup only') : say('"{title}" is for pickup only', { title })
    return [{ index, code: PURCHASING_CODES.DELIVERY_NOT_OFFERED, status: 409, said }]
  })
}

function isThere(listing: Listing | undefined): listing is Listing {
  return listing !== undefined && listing.status !== 'withdrawn' && listing.hiddenAt === null
}

/**
 * Items that somebody has, or is about to have.
 * @throws LapsedReservations where only those stand in the way
 */
export function unavailable(
  listings: Map<string, Listing>,
  reservations: Map<string, Purchase>,
  request: ReservationRequest,
  now: Date,
): Refusal[] {
  const lapsed = new Set<string>()
  const refusals = request.listingIds.flatMap((id, index) => {
    const listing = listings.get(id)
    if (!isThere(listing) || listing.status === 'available') return []
    const reservation = reservations.get(id)
    if (reservation && reservation.expiresAt <= now) {
      lapsed.add(reservation.id)
      return []
    }
    return [{ index, status: 409 as const, ...refuse(listing, reservation, request) }]
  })
  if (refusals.length === 0 && lapsed.size > 0) throw new LapsedReservations([...lapsed])
  return refusals
}

function refuse(listing: Listing, reservation: Purchase | undefined, { byItem, buyerId }: ReservationRequest) {
  const { title } = listing
  if (listing.status !== 'reserved' && listing.buyerId === buyerId) {
    return {
      code: PURCHASING_CODES.ALREADY_PAID,
      said: byItem
        ? words('You have already paid for this item')
        : say('You have already paid for "{title}"', { title }),
    }
  }
  if (listing.status !== 'reserved' || !reservation) {
    return {
      code: PURCHASING_CODES.LISTING_TAKEN,
      said: byItem ? words('This item is no longer available') : say('"{title}" is no longer available', { title }),
    }
  }
  const code = PURCHASING_CODES.LISTING_RESERVED
  if (reservation.buyerId !== buyerId) {
    return {
      code,
      said: byItem
        ? words('Someone else is paying for this item right now')
        : say('Someone else is paying for "{title}" right now', { title }),
    }
  }
  return {
    code,
    said: byItem
      ? words('You have this item in another order: please pay for that one or let it go first')
      : say('You have "{title}" in another order: please pay for that one or let it go first', { title }),
  }
}
