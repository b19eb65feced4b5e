import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import type { ToldNote } from '../../../told.ts'
import { findListings } from '../../catalog/index.ts'
import { writeAutomaticMessage } from './write-automatic-message.ts'

/**
 * Once an order is paid, its buyer and seller find the arrangement in their inbox.
 * Neither address nor phone number is in the text: a refund hides those again, but messages stay.
 */
export async function announcePurchase(
  ctx: Context,
  purchase: JobPayload<'messaging.announce-purchase'>,
): Promise<void> {
  const { listingId, otherListingIds, buyerId, sellerId } = purchase
  await transact(ctx.db, async (trx) => {
    const ids = [listingId, ...otherListingIds]
    const listings = await findListings(trx, ids)
    // The job may come late: of what has been refunded meanwhile there is nothing to arrange.
    const sold = ids.flatMap((id) => listings.get(id) ?? []).filter((listing) => listing.buyerId === buyerId)
    const [first] = sold
    if (!first) return
    await writeAutomaticMessage(trx, {
      listingId: first.id,
      ownerId: first.sellerId,
      senderId: buyerId,
      recipientId: sellerId,
      ...arrangement(
        sold.map(({ title }) => title),
        purchase.deliveryMethod,
      ),
      reason: `purchase:${purchase.purchaseId}:paid`,
      now: ctx.clock.now(),
    })
  })
}

function arrangement(
  titles: string[],
  deliveryMethod: JobPayload<'messaging.announce-purchase'>['deliveryMethod'],
): ToldNote {
  const by = deliveryMethod === 'message' ? 'to fetch' : 'by courier'
  if (titles.length === 1) return { told: `arrangement: one ${by}`, facts: { things: { quoted: titles } } }
  const list = titles.map((title) => `– ${title}`).join('\n')
  return { told: `arrangement: several ${by}`, facts: { count: titles.length, list } }
}
