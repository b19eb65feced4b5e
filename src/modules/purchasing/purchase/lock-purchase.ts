import type { Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { lockListings } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import type { PurchaseState } from '../states.ts'
import { notAwaitingDelivery, purchaseNotFound, type OpenLine, type Order, type PurchaseLine } from './purchase.ts'
import { ORDER_ROWS, readOrder } from './read-purchase.ts'

/**
 * Who waits for a row gets it as it is then, so nothing else may be asked of these. The purchase comes before its
 * lines: nobody holds one of those alone.
 */
const LOCK_ORDER = 'order by line.number for no key update of purchase, line'

/**
 * The order, held until `trx` ends. Whoever goes on to change a listing of it has locked that before: {@link lockWithListings}.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function lockOrder(trx: Trx, id: string): Promise<Order> {
  const order = await readOrder(trx, `${ORDER_ROWS} where purchase.id = :id ${LOCK_ORDER}`, { id })
  if (!order) throw purchaseNotFound()
  return order
}

/**
 * The listings of the order, then the order, all held until `trx` ends.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function lockWithListings(trx: Trx, id: string): Promise<Order> {
  const lines = await trx('purchase_line').where({ purchase_id: id }).whereNotNull('listing_id').select('listing_id')
  await lockListings(
    trx,
    lines.map(({ listing_id }) => listing_id ?? ''),
  )
  return lockOrder(trx, id)
}

/**
 * Lines of an order and their listings, all held until `trx` ends: the frame of everything that ends paid lines.
 * @param which.allowed who may
 * @param which.states what they have to be in
 * @param which.itemIds by their listings; all that are in one of the states where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND, also for those who may not; AppError 409 NOT_AWAITING_DELIVERY, which names each
 *   of `itemIds` that is in another state or not of this order
 */
export async function lockLines(
  trx: Trx,
  id: string,
  which: { allowed: (order: Order) => boolean; states: readonly PurchaseState[]; itemIds?: string[] | undefined },
): Promise<{ order: Order; lines: OpenLine[] }> {
  const order = await lockWithListings(trx, id)
  if (!which.allowed(order)) throw purchaseNotFound()
  return { order, lines: linesIn(order, which) }
}

/** Of a locked order those lines, or all in one of the states. @throws AppError 409 NOT_AWAITING_DELIVERY, as {@link lockLines} */
export function linesIn(
  order: Order,
  { states, itemIds }: { states: readonly PurchaseState[]; itemIds?: string[] | undefined },
): OpenLine[] {
  const open = order.lines.filter(isOpen).filter(({ state }) => states.includes(state))
  const lines = itemIds ? open.filter(({ listingId }) => itemIds.includes(listingId)) : open
  if (lines.length === 0 || lines.length < (itemIds?.length ?? 0)) throw notAwaited(order, lines, itemIds)
  return lines
}

function notAwaited({ lines }: Order, found: OpenLine[], itemIds: string[] | undefined): AppError {
  if (!itemIds || lines.length === 1) return notAwaitingDelivery()
  const details = itemIds.flatMap((itemId, index) => {
    if (found.some(({ listingId }) => listingId === itemId)) return []
    const title = lines.find(({ listingId }) => listingId === itemId)?.listingTitle
    const message =
      title === undefined
        ? words('This item is not part of the order')
        : say('"{title}" is not awaiting delivery', { title })
    return [{ path: ['itemIds', index], message }]
  })
  const messages = details.map(({ message }) => message)
  return new AppError(PURCHASING_CODES.NOT_AWAITING_DELIVERY, 409, messages, { details })
}

const isOpen = (line: PurchaseLine): line is OpenLine => line.listingId !== null
