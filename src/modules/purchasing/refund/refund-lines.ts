import { enqueue, publish } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { returnListings } from '../../catalog/index.ts'
import { voidHolds } from '../../wallet/index.ts'
import { giveBackTurns } from '../draw/take-turns.ts'
import { changeLines } from '../purchase/move-purchase.ts'
import { listingIdsOf, partsOf, type OpenLine, type Order } from '../purchase/purchase.ts'
import { asWhole, byPart } from '../purchase/whole-order.ts'
import type { Mover } from '../states.ts'
import { announce } from '../announce/announce.ts'
import { oweLines } from './card-refund.ts'

const ANNOUNCED_BY = {
  seller: 'cancelled by the seller',
  admin: 'decided for the buyer',
  clock: 'refunded by the clock',
} as const

/** {@link refundLines} with things of a whole order, which is brought up to date. */
export async function refundParts(
  trx: Trx,
  order: Order,
  lines: OpenLine[],
  how: Parameters<typeof refundLines>[3],
): Promise<Order> {
  for (const { part, own } of byPart(order, lines)) await refundLines(trx, part, own, how)
  return asWhole(partsOf(order))
}

/**
 * The end of paid things that came to nothing: the buyer's tokens are back at once, the card is refunded by its job.
 * The caller holds the locks of the listings and of the order.
 * @param how.late whose silence it is, where the clock does it
 * @param how.to what becomes of the listings
 */
export async function refundLines(
  trx: Trx,
  order: Order,
  lines: OpenLine[],
  {
    by,
    late,
    to,
    now,
  }: {
    by: Mover<'refund_due'>
    late?: 'seller' | 'admins' | undefined
    to: 'available' | 'withdrawn'
    now: Date
  },
): Promise<Order> {
  const returned = { listingIds: listingIdsOf(lines), buyerId: order.buyerId, now }
  await returnListings(trx, { ...returned, to })
  await giveBackTurns(trx, returned)
  const { key, cents, ofRoot } = await oweLines(trx, order, lines, now)
  const change = { state: 'refund_due', cancelledAt: now, cancelledBy: by, refundKey: key } as const
  await changeLines(trx, order, lines, change)
  await publish(trx, 'purchase.cancelled', { purchaseId: order.id })
  if (ofRoot) await enqueue(trx, 'purchasing.refund-card', { purchaseId: ofRoot.root.id })
  const kind = late === 'admins' ? 'not decided in time' : ANNOUNCED_BY[by]
  await announce(trx, order, lines, { kind, cents: cents + (ofRoot?.cents ?? 0), now })
  const holds = lines.map(({ reference, total, listingTitle }) => ({
    reference,
    amount: total,
    facts: { title: listingTitle, why: 'cancelled' },
  }))
  await voidHolds(trx, { holds, now })
  return Object.assign(order, { refundCents: order.refundCents + cents })
}
