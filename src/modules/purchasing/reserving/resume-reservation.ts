import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { findLiveLines, withLines } from '../purchase/read-purchase.ts'
import { listingIdsOf, Purchase, totalOf, type Order } from '../purchase/purchase.ts'
import { lockOrder } from '../purchase/lock-purchase.ts'
import { addressOf, courierFeeOf } from '../buying/order-delivery.ts'
import { alreadyPaid } from '../buying/refusals.ts'
import { refuseOtherPrice } from './reservation-rules.ts'
import type { ReservationRequest } from './reservation-request.ts'

/** The same id again: the same purchase, if it is the same order and still can be paid. */
export async function resumeById(trx: Trx, named: Order, request: ReservationRequest, now: Date): Promise<Order> {
  const same =
    named.buyerId === request.buyerId &&
    listingIdsOf(named.lines).toSorted().join() === request.listingIds.toSorted().join() &&
    named.addedTo === (request.addTo ?? null) &&
    named.deliveryMethod === request.deliveryMethod &&
    named.deliveryAddress === addressOf(request)
  if (!same)
    throw new Conflict(PURCHASING_CODES.PURCHASE_MISMATCH, 'This purchase was already started with different details')
  const order = await lockOrder(trx, named.id)
  if (order.state === 'expired' || (order.state === 'reserved' && order.expiresAt <= now))
    throw new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
  if (order.state !== 'reserved') throw alreadyPaid()
  refuseOtherPrice(request, costsOf(order))
  return order
}

const costsOf = ({ lines, cardAmountCents, currency }: Order) => ({
  total: totalOf(lines),
  cents: cardAmountCents,
  currency,
})

/** Listing -> the purchase that it is reserved for. The caller holds the listings' locks. */
export async function reservationsOf(trx: Trx, listings: Map<string, Listing>): Promise<Map<string, Purchase>> {
  const reserved = [...listings.values()].filter(({ status }) => status === 'reserved').map(({ id }) => id)
  if (reserved.length === 0) return new Map()
  const lines = await findLiveLines(trx, reserved)
  const purchases = await Purchase.query(trx).findByIds([...new Set(lines.map(({ purchaseId }) => purchaseId))])
  const byId = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  return new Map(
    lines.flatMap(({ listingId, purchaseId }) => {
      const purchase = byId.get(purchaseId)
      return listingId !== null && purchase ? [[listingId, purchase] as const] : []
    }),
  )
}

/** The buyer's own reservation of just what is wanted, while it can be paid. */
export function ownReservation(
  reservations: Map<string, Purchase>,
  { listingIds, buyerId, addTo }: ReservationRequest,
  now: Date,
): Purchase | undefined {
  const [first, ...others] = listingIds.map((id) => reservations.get(id))
  const same =
    first?.buyerId === buyerId &&
    first.expiresAt > now &&
    first.addedTo === (addTo ?? null) &&
    first.lineCount === listingIds.length &&
    others.every((other) => other?.id === first.id)
  return same ? first : undefined
}

/** The buyer goes on with a reservation, perhaps with another way of delivery. */
export async function resumeReservation(
  trx: Trx,
  purchase: Purchase,
  listings: Map<string, Listing>,
  request: ReservationRequest,
  now: Date,
): Promise<Order> {
  const [order] = await withLines(trx, [purchase])
  if (!order) throw new Error(`purchase ${purchase.id} is gone`)
  refuseOtherPrice(request, costsOf(order))
  const delivery = {
    deliveryMethod: request.deliveryMethod,
    deliveryAddress: addressOf(request),
    courierFeeCents: await courierFeeOf(trx, [...listings.values()], request, now),
  }
  await Purchase.query(trx).findById(order.id).patch(delivery)
  return Object.assign(order, delivery)
}
