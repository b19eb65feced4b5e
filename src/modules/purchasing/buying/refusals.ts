import { AppError, Conflict, NotFound } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import type { Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import type { Purchase } from '../purchase/purchase.ts'
import type { Wanted } from './wanted.ts'

/** Why an item is not to be had. */
interface Refusal {
  /** Its place in the order. */
  index: number
  code: string
  status: 404 | 409
  message: string
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
export function refuseAll(refusals: Refusal[], { byItem }: Wanted): void {
  const ordered = refusals.toSorted((one, other) => one.index - other.index)
  const [first] = ordered
  if (!first) return
  if (byItem) throw new AppError(first.code, first.status, first.message)
  throw new AppError(first.code, 409, ordered.map(({ message }) => message).join('. '), {
    details: ordered.map(({ index, message }) => ({ path: ['itemIds', index], message })),
  })
}

/** Items that nobody could have, or not in this way. */
export function unfit(listings: Map<string, Listing>, wanted: Wanted): Refusal[] {
  return wanted.listingIds.flatMap((id, index): Refusal[] => {
    const listing = listings.get(id)
    if (!isThere(listing)) {
      const [code, status, message] = wanted.byItem
        ? ([CATALOG_CODES.LISTING_NOT_FOUND, 404, 'Item not found'] as const)
        : ([PURCHASING_CODES.LISTING_TAKEN, 409, 'An item is no longer there'] as const)
      return [{ index, code, status, message }]
    }
    if (wanted.deliveryMethod !== 'doordash' || listing.deliveryOption !== 'pickup') return []
    const message = `${nameOf(listing, wanted, 'This item')} is for pickup only`
    return [{ index, code: PURCHASING_CODES.DELIVERY_NOT_OFFERED, status: 409, message }]
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
  wanted: Wanted,
  now: Date,
): Refusal[] {
  const lapsed = new Set<string>()
  const refusals = wanted.listingIds.flatMap((id, index) => {
    const listing = listings.get(id)
    if (!isThere(listing) || listing.status === 'available') return []
    const reservation = reservations.get(id)
    if (reservation && reservation.expiresAt <= now) {
      lapsed.add(reservation.id)
      return []
    }
    return [{ index, status: 409 as const, ...refuse(listing, reservation, wanted) }]
  })
  if (refusals.length === 0 && lapsed.size > 0) throw new LapsedReservations([...lapsed])
  return refusals
}

function refuse(listing: Listing, reservation: Purchase | undefined, wanted: Wanted) {
  const item = nameOf(listing, wanted, 'this item')
  if (listing.status !== 'reserved' && listing.buyerId === wanted.buyerId)
    return { code: PURCHASING_CODES.ALREADY_PAID, message: `You have already paid for ${item}` }
  if (listing.status !== 'reserved' || !reservation) {
    const start = nameOf(listing, wanted, 'This item')
    return { code: PURCHASING_CODES.LISTING_TAKEN, message: `${start} is no longer available` }
  }
  const message =
    reservation.buyerId === wanted.buyerId
      ? `You have ${item} in another order: please pay for that one or let it go first`
      : `Someone else is paying for ${item} right now`
  return { code: PURCHASING_CODES.LISTING_RESERVED, message }
}

const nameOf = ({ title }: Listing, { byItem }: Wanted, one: string) => (byItem ? one : `"${title}"`)
