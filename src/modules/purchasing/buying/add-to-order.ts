import type { Context } from '../../../platform/context.ts'
import type { StartedPurchase } from '../contract.ts'
import { purchaseNotFound, rootOf } from '../purchase/purchase.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import type { ReservationRequest } from '../reserving/reservation-request.ts'
import { start } from './start-purchase.ts'

/**
 * The buyer of a paid order has more things of the same seller go along with it, for what the card pays a thing. It is a
 * purchase of its own, with its own payment, escrow and refunds; card, conversation, appointment and code are the order's.
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the buyer; Conflict ORDER_CLOSED, ORDER_FULL; as `startOrder`
 */
export async function addToOrder(
  ctx: Context,
  what: { orderId: string; buyerId: string; itemIds: string[] } & Pick<
    ReservationRequest,
    'expectedTotal' | 'expectedCents' | 'purchaseId'
  >,
): Promise<StartedPurchase> {
  const { orderId, buyerId, itemIds, ...request } = what
  const named = await findOrder(ctx.db, orderId)
  // An addition to an addition belongs to the first order.
  const order = named && (named.addedTo === null ? named : await findOrder(ctx.db, rootOf(named)))
  if (order?.buyerId !== buyerId) throw purchaseNotFound()
  return start(ctx, {
    ...request,
    buyerId,
    listingIds: itemIds,
    byItem: false,
    deliveryMethod: order.deliveryMethod,
    deliveryAddress: order.deliveryAddress ?? undefined,
    addTo: order.id,
  })
}
