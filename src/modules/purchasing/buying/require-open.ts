import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { readChosenCurrency } from '../../../platform/site/site.ts'
import { type Said, say } from '../../../platform/language/words.ts'
import { findListings, type Listing } from '../../catalog/index.ts'
import { MAX_LINES } from '../constants.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { lockOrder } from '../purchase/lock-purchase.ts'
import { listingIdsOf, Purchase, type Order } from '../purchase/purchase.ts'
import { findWhole, withLines } from '../purchase/read-purchase.ts'
import { isOpen, roomIn } from '../purchase/whole-order.ts'
import type { ReservationRequest } from '../reserving/reservation-request.ts'

/**
 * Locks the order that something is to be added to: then nothing of it is handed over, called off or reported meanwhile,
 * and of two who fill it the second sees what the first has added.
 * @param listings what is to be added, locked
 * @throws {Conflict} ORDER_CLOSED, ORDER_FULL
 */
export async function requireOpen(
  trx: Trx,
  { addTo, request, listings }: { addTo: string; request: ReservationRequest; listings: Map<string, Listing> },
): Promise<void> {
  await lockOrder(trx, addTo)
  const order = await findWhole(trx, addTo)
  const currency = request.currencyWhere(await readChosenCurrency(trx))
  // One order is paid in one currency: the market's may have been another when it began.
  if (!order || !isOpen(order) || order.currency !== currency)
    throw closed(say("You can't add to this order any more: it has been handed over, called off or has a problem."))
  const added = [...listings.values()]
  if (added.some(({ sellerId }) => sellerId !== order.sellerId))
    throw closed(say('Only things of the same neighbour can be added to an order.'))
  if (order.deliveryMethod === 'doordash' && !(await goByCourier(trx, order, added)))
    throw closed(say("The courier for this order can't bring that along. Please order it separately."))
  const waiting = await reservedFor(trx, addTo, request)
  const room = roomIn([...order.lines, ...waiting.flatMap(({ lines }) => lines)])
  if (room < request.listingIds.length)
    throw new Conflict(
      PURCHASING_CODES.ORDER_FULL,
      say('One order can have up to {most} items, including what you add to it.', { most: MAX_LINES }),
    )
}

/** One way for all: they have to be where the order is fetched. */
async function goByCourier(trx: Trx, order: Order, added: Listing[]): Promise<boolean> {
  const there = [...(await findListings(trx, listingIdsOf(order.lines))).values()]
  const places = new Set([...there, ...added].map(({ pickupAddress, city }) => `${pickupAddress}\n${city}`))
  return places.size === 1 && added.every(({ deliveryOption }) => deliveryOption !== 'pickup')
}

/** Additions that are being paid for, without the purchase that is asked for again. */
async function reservedFor(trx: Trx, addTo: string, { purchaseId, listingIds }: ReservationRequest): Promise<Order[]> {
  const reserved = await withLines(trx, await Purchase.query(trx).where({ added_to: addTo, state: 'reserved' }))
  const again = (order: Order) =>
    order.id === purchaseId || listingIdsOf(order.lines).toSorted().join() === listingIds.toSorted().join()
  return reserved.filter((order) => !again(order))
}

const closed = (said: Said) => new Conflict(PURCHASING_CODES.ORDER_CLOSED, said)
