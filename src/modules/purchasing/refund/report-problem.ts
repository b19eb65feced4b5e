import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { changeLines, lockLines, type Order } from '../purchase.ts'
import { tellOf } from '../news/tell.ts'

/**
 * The buyer says that something is wrong with things of an order: the clock that would release their tokens stops until
 * an admin decides.
 * @param what.itemIds all that are awaited, and not reported before, where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the buyer; AppError 409 NOT_AWAITING_DELIVERY, also the second time
 */
export function reportProblem(
  ctx: Context,
  what: { purchaseId: string; buyerId: string; reason: string; itemIds?: string[] | undefined },
): Promise<Order> {
  return transact(ctx.db, (trx) => reportLines(trx, { ...what, now: ctx.clock.now() }))
}

/** The same, as part of `trx`. */
export async function reportLines(
  trx: Trx,
  what: { purchaseId: string; buyerId: string; reason: string; itemIds?: string[] | undefined; now: Date },
): Promise<Order> {
  const { purchaseId, buyerId, reason, itemIds, now } = what
  const allowed = (order: Order) => order.buyerId === buyerId
  const { order, lines } = await lockLines(trx, purchaseId, { allowed, states: ['paid'], itemIds })
  await changeLines(trx, order, lines, { state: 'disputed', disputedAt: now, disputeReason: reason })
  await tellOf(trx, order, lines, { news: 'problem reported', now })
  return order
}
