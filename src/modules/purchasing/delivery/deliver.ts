import { publish } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { markDelivered } from '../../catalog/index.ts'
import { releaseHolds } from '../../wallet/index.ts'
import { earnsNothing } from './earns-nothing.ts'
import { announce } from '../announce/announce.ts'
import { deliverLines } from '../purchase/move-purchase.ts'
import { listingIdsOf, type OpenLine, type Order } from '../purchase/purchase.ts'
import { byPart } from '../purchase/whole-order.ts'
import type { Mover } from '../states.ts'

const ANNOUNCED_BY = {
  buyer: 'confirmed by the buyer',
  clock: 'released by the clock',
  admin: 'decided for the seller',
} as const satisfies Record<Mover<'delivered'>, string>

/** {@link deliver} with things of a whole order, which is brought up to date. */
export async function deliverParts(
  trx: Trx,
  order: Order,
  lines: OpenLine[],
  how: Parameters<typeof deliver>[3],
): Promise<Order> {
  for (const { part, own } of byPart(order, lines)) await deliver(trx, part, own, how)
  return order
}

/** The end of things that went well. The caller holds the locks of their listings and of the order. */
export async function deliver(
  trx: Trx,
  order: Order,
  lines: OpenLine[],
  { by, now }: { by: Mover<'delivered'>; now: Date },
): Promise<Order> {
  const { id, buyerId, sellerId } = order
  const why = await earnsNothing(trx, order, lines)
  await deliverLines(trx, lines, { by, why, now })
  await markDelivered(trx, { listingIds: listingIdsOf(lines), now })
  await publish(trx, 'purchase.delivered', {
    purchaseId: id,
    sellerId,
    buyerId,
    earning: lines
      .filter(({ number }) => !why.has(number))
      .map(({ reference, listingId }) => ({ reference, listingId })),
    at: now.toISOString(),
  })
  await announce(trx, order, lines, { kind: ANNOUNCED_BY[by], now })
  const holds = lines.map(({ reference, price, fee, listingTitle }) => ({
    reference,
    price,
    fee,
    facts: { title: listingTitle },
  }))
  await releaseHolds(trx, { sellerId, holds, now })
  return order
}
