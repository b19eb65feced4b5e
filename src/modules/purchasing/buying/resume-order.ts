import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { findLiveLines, withLines } from '../purchase/read-purchase.ts'
import { listingIdsOf, Purchase, totalOf, type Order } from '../purchase/purchase.ts'
import { lockOrder } from '../purchase/lock-purchase.ts'
import { addressOf, courierFeeOf } from './order-delivery.ts'
import { alreadyPaid } from './refusals.ts'
import { refuseOtherPrice } from './reservation-rules.ts'
import type { Wanted } from './wanted.ts'

/** The same id again: the same purchase, if it is the same order and still can be paid. */
export async function resume(trx: Trx, named: Order, wanted: Wanted, now: Date): Promise<Order> {
  const same =
    named.buyerId === wanted.buyerId &&
    listingIdsOf(named.lines).toSorted().join() === wanted.listingIds.toSorted().join() &&
    named.addedTo === (wanted.addTo ?? null) &&
    named.deliveryMethod === wanted.deliveryMethod &&
    named.deliveryAddress === addressOf(wanted)
  if (!same)
    throw new Conflict(PURCHASING_CODES.PURCHASE_MISMATCH, 'This purchase was started before with another content')
  const order = await lockOrder(trx, named.id)
  if (order.state === 'expired' || (order.state === 'reserved' && order.expiresAt <= now))
    throw new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
  if (order.state !== 'reserved') throw alreadyPaid()
  refuseOtherPrice(wanted, totalOf(order.lines))
  return order
}

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
export function sameOrder(
  reservations: Map<string, Purchase>,
  { listingIds, buyerId, addTo }: Wanted,
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
export async function join(
  trx: Trx,
  purchase: Purchase,
  listings: Map<string, Listing>,
  wanted: Wanted,
  now: Date,
): Promise<Order> {
  const [order] = await withLines(trx, [purchase])
  if (!order) throw new Error(`purchase ${purchase.id} is gone`)
  refuseOtherPrice(wanted, totalOf(order.lines))
  const delivery = {
    deliveryMethod: wanted.deliveryMethod,
    deliveryAddress: addressOf(wanted),
    courierFeeCents: await courierFeeOf(trx, [...listings.values()], wanted, now),
  }
  await Purchase.query(trx).findById(order.id).patch(delivery)
  return Object.assign(order, delivery)
}
