import type { Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { lockListings } from '../../catalog/index.ts'
import { PURCHASING_CODES } from '../contract.ts'
import type { PurchaseState } from '../states.ts'
import { notAwaitingDelivery, purchaseNotFound, type OpenLine, type Order, type PurchaseLine } from './purchase.ts'
import { ORDER_ROWS, readOrder, readOrders } from './read-purchase.ts'
import { asWhole } from './whole-order.ts'

/**
 * A transaction that waits for a row gets it as it is then, so nothing else may be asked of these. The purchase comes
 * before its lines: nobody holds one of those alone.
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
 * The listings of the order, then the order, all held until `trx` ends; before it the one that it was added to: who holds
 * that knows how all of it stands.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function lockWithListings(trx: Trx, id: string): Promise<Order> {
  const { rows } = await trx.raw<{ rows: { listing_id: string | null; added_to: string | null }[] }>(
    'select listing_id, added_to from purchase_line join purchase on purchase.id = purchase_id where purchase_id = :id',
    { id },
  )
  await lockListings(
    trx,
    rows.flatMap(({ listing_id }) => listing_id ?? []),
  )
  const root = rows[0]?.added_to ?? null
  if (root !== null) await lockOrder(trx, root)
  return lockOrder(trx, id)
}

/**
 * The order that this one is part of, as a whole, held until `trx` ends. What is paid to be added to it in this very moment
 * is not in it yet.
 * @param how.listings whether the listings are locked before, for what ends lines
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function lockWhole(trx: Trx, id: string, { listings = false } = {}): Promise<Order> {
  const { rows } = await trx.raw<{ rows: { id: string; listing_id: string | null }[] }>(
    `with root as (
       select coalesce(case when state = 'paid' then added_to end, id) as id from purchase where id = :id
     ), whole as (
       select id from root
       union all select purchase.id from purchase join root on added_to = root.id where state = 'paid'
     )
     select whole.id, listing_id from whole join purchase_line on purchase_id = whole.id`,
    { id },
  )
  if (listings) {
    const ids = rows.flatMap(({ listing_id }) => listing_id ?? [])
    await lockListings(trx, ids)
  }
  const parts = await readOrders(
    trx,
    `${ORDER_ROWS} where purchase.id = any(:ids)
     order by added_to is not null, paid_at, purchase.id, line.number for no key update of purchase, line`,
    { ids: [...new Set(rows.map((row) => row.id))] },
  )
  if (parts.length === 0) throw purchaseNotFound()
  return asWhole(parts)
}

/**
 * Lines of an order and their listings, all held until `trx` ends: the frame of everything that ends paid lines.
 * @param id of the order, then of all that was added to it, too; or of what was added, then of that alone unless others
 *   are named
 * @param which.allowed who may
 * @param which.states what they have to be in
 * @param which.itemIds by their listings; all that are in one of the states where left out
 * @param which.alone without what was added
 * @throws {NotFound} PURCHASE_NOT_FOUND, also for those who may not; AppError 409 NOT_AWAITING_DELIVERY, which names each
 *   of `itemIds` that is in another state or not of this order
 */
export async function lockLines(
  trx: Trx,
  id: string,
  which: Which & { allowed: (order: Order) => boolean; alone?: boolean },
): Promise<{ order: Order; lines: OpenLine[] }> {
  const order = await (which.alone ? lockWithListings(trx, id) : lockWhole(trx, id, { listings: true }))
  if (!which.allowed(order)) throw purchaseNotFound()
  return { order, lines: linesIn(order, id, which) }
}

interface Which {
  states: readonly PurchaseState[]
  itemIds?: string[] | undefined
}

/** Takes these lines of a locked order, or all in one of the states. @throws AppError 409 NOT_AWAITING_DELIVERY, as {@link lockLines} */
export function linesIn(order: Order, id: string, { states, itemIds }: Which): OpenLine[] {
  const open = order.lines.filter(hasListing).filter(({ state }) => states.includes(state))
  const lines = open.filter(({ listingId, purchaseId }) =>
    itemIds ? itemIds.includes(listingId) : order.id === id || purchaseId === id,
  )
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

const hasListing = (line: PurchaseLine): line is OpenLine => line.listingId !== null
