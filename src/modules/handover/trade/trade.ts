import type { Reader } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/http/session/session.ts'
import { findWhole, isUnderWay, orderBetween, purchaseNotFound, type Order } from '../../purchasing/index.ts'

type Asker = Pick<Caller, 'id' | 'access'>

export type Side = 'buyer' | 'seller'

/** The member's side of the trade; none for anybody else. */
export function sideOf({ buyerId, sellerId }: Pick<Order, 'buyerId' | 'sellerId'>, memberId: string): Side | undefined {
  return memberId === buyerId ? 'buyer' : memberId === sellerId ? 'seller' : undefined
}

export const otherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer')

export const memberOf = ({ buyerId, sellerId }: Pick<Order, 'buyerId' | 'sellerId'>, side: Side): string =>
  side === 'buyer' ? buyerId : sellerId

/** A trade that somebody looks at. */
export interface SeenTrade {
  order: Order
  side: Side | 'admin'
}

/**
 * Admins find what was reported, also once it is decided.
 * @throws {NotFound} PURCHASE_NOT_FOUND for whoever is not part of it, and where the reservation has run out
 */
export async function findTrade(reader: Reader, purchaseId: string, caller: Asker): Promise<SeenTrade> {
  return seenBy(await findWhole(reader, purchaseId), caller)
}

/**
 * The latest trade of a listing in which the caller has a side.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function findTradeOfListing(
  reader: Reader,
  { listingId, otherId }: { listingId: string; otherId: string | undefined },
  caller: Asker,
): Promise<SeenTrade> {
  return seenBy(await orderBetween(reader, { listingId, memberId: caller.id, otherId }), caller)
}

function seenBy(order: Order | undefined, caller: Asker): SeenTrade {
  const mayLook = caller.access === 'admin' && order?.lines.some(({ disputedAt }) => disputedAt !== null)
  const side = order && (sideOf(order, caller.id) ?? (mayLook ? 'admin' : undefined))
  if (!order || !side || !isUnderWay(order)) throw purchaseNotFound()
  return { order, side }
}
