import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { requireMember } from '../../identity/index.ts'
import { lockWhole, purchaseNotFound, type Order } from '../../purchasing/index.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { presentTrade } from './present-trade.ts'
import { isAwaited } from './stage.ts'
import { refreshCards } from './announce.ts'
import { sideOf, type Side } from './trade.ts'

/** A trade while one of its sides changes something about it; nobody else does until the transaction ends. */
export interface OwnTrade {
  /** A function that changes lines of it brings it up to date. */
  order: Order
  side: Side
  memberId: string
  now: Date
}

/**
 * The frame of what the two sides do about a trade, with all that was added to it: one after the other, under the lock of
 * the purchase. Both read their
 * cards anew then.
 * @param how.listings whether the listings are locked too, for what ends lines
 * @returns the card
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but buyer and seller; NotSignedIn when they have
 *   left; whatever `change` throws
 */
export async function changeTrade(
  ctx: Context,
  { purchaseId, memberId }: { purchaseId: string; memberId: string },
  change: (trx: Trx, trade: OwnTrade) => Promise<void>,
  { listings = false } = {},
): Promise<Trade> {
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId)
    const order = await lockWhole(trx, purchaseId, { listings })
    const side = sideOf(order, memberId)
    if (!side) throw purchaseNotFound()
    await change(trx, { order, side, memberId, now: ctx.clock.now() })
    await refreshCards(trx, order)
    return presentTrade(ctx, trx, { order, side })
  })
}

/** @throws {Conflict} TRADE_OVER where nothing is to change hands: not paid yet, or over */
export function requireAwaited(order: Order): void {
  if (!isAwaited(order)) throw new Conflict(HANDOVER_CODES.TRADE_OVER, 'There is nothing left to hand over')
}
