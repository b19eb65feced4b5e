import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { findListing } from '../../catalog/index.ts'
import { deliverParts } from './deliver.ts'
import { findLiveLines, findOrder } from '../purchase/read-purchase.ts'
import { linesIn, lockWhole } from '../purchase/lock-purchase.ts'
import { notAwaitingDelivery, purchaseNotFound, PurchaseLine, type Order } from '../purchase/purchase.ts'
import { statesBefore } from '../states.ts'

/**
 * The buyer has got things of an order: their tokens go to the seller, the fees to the market. This can't be undone. A
 * problem that was reported with them before is out of the world then.
 * @param what.itemIds all that are awaited where left out, by the id of what was added to an order those of that
 * @throws NotFound PURCHASE_NOT_FOUND for anybody but the buyer; AppError 409 NOT_AWAITING_DELIVERY
 */
export function confirmOrder(
  ctx: Context,
  { purchaseId, buyerId, itemIds }: { purchaseId: string; buyerId: string; itemIds?: string[] | undefined },
): Promise<Order> {
  return transact(ctx.db, async (trx) => {
    const order = await lockWhole(trx, purchaseId, { listings: true })
    if (order.buyerId !== buyerId) throw purchaseNotFound()
    return confirmLines(trx, order, { id: purchaseId, itemIds, now: ctx.clock.now() })
  })
}

/** The same, as part of `trx`, which holds the locks of the listings and of the buyer's order. */
export function confirmLines(
  trx: Trx,
  order: Order,
  { id = order.id, itemIds, now }: { id?: string; itemIds?: string[] | undefined; now: Date },
): Promise<Order> {
  const lines = linesIn(order, id, { states: statesBefore('delivered', 'buyer'), itemIds })
  return deliverParts(trx, order, lines, { by: 'buyer', now })
}

/**
 * {@link confirmOrder} for one listing, whatever order it is in.
 * @throws NotFound LISTING_NOT_FOUND; Forbidden for anybody but the buyer; Conflict NOT_AWAITING_DELIVERY
 */
export async function confirmDelivery(
  ctx: Context,
  { listingId, buyerId }: { listingId: string; buyerId: string },
): Promise<Order> {
  const [line] = await findLiveLines(ctx.db, [listingId])
  const order = line && (await findOrder(ctx.db, line.purchaseId))
  if (order?.buyerId === buyerId) return confirmOrder(ctx, { purchaseId: order.id, buyerId, itemIds: [listingId] })
  if (!line && !(await findListing(ctx.db, listingId)))
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  if (await wasCancelled(ctx.db, { listingId, buyerId })) throw notAwaitingDelivery()
  throw new Forbidden('Only the buyer of this item can confirm its delivery')
}

async function wasCancelled(reader: Reader, { listingId, buyerId }: { listingId: string; buyerId: string }) {
  const cancelled = await PurchaseLine.query(reader)
    .findOne({ listing_id: listingId })
    .whereNotNull('cancelled_at')
    .whereRaw('exists (select from purchase where id = purchase_id and buyer_id = ?)', [buyerId])
  return cancelled !== undefined
}
