import type { Trx } from '../../../platform/database.ts'
import { relistListings } from '../../catalog/index.ts'
import { voidHolds } from '../../wallet/index.ts'
import { expireOrder } from '../purchase/move-purchase.ts'
import { listingIdsOf, type Order } from '../purchase/purchase.ts'

/** As the buyer's statement says it. */
export type WhyEnded = 'card_refused' | 'not_paid' | 'not_paid_in_time' | 'order_off'

/** The listings are offered again and the buyer has the tokens back. The caller holds the locks of listings and purchase. */
export async function endReservationIn(
  trx: Trx,
  order: Order,
  { why, now }: { why: WhyEnded; now: Date },
): Promise<void> {
  await expireOrder(trx, order, now)
  await relistListings(trx, { listingIds: listingIdsOf(order.lines), buyerId: order.buyerId, now })
  const holds = order.lines.map(({ reference, total, listingTitle }) => ({
    reference,
    amount: total,
    facts: { title: listingTitle, why },
  }))
  await voidHolds(trx, { holds, now })
}
