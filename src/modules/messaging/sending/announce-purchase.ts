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
    const { talkAbout } = purchase
    const listings = await findListings(trx, [...ids, ...(talkAbout === undefined ? [] : [talkAbout])])
    const place = talkAbout === undefined ? undefined : listings.get(talkAbout)
    // The job may come late: of what has been refunded meanwhile there is nothing to arrange.
    const sold = ids.flatMap((id) => listings.get(id) ?? []).filter((listing) => listing.buyerId === buyerId)
    const [first] = sold
    if (!first) return
    await writeAutomaticMessage(trx, {
      listingId: (place ?? first).id,
      ownerId: first.sellerId,
      senderId: buyerId,
      recipientId: sellerId,
      ...arrangement(
        sold.map(({ title }) => title),
        place ? 'added' : WAYS[purchase.deliveryMethod],
      ),
      reason: `purchase:${purchase.purchaseId}:paid`,
      now: ctx.clock.now(),
    })
  })
}

const WAYS = { message: 'to fetch', doordash: 'by courier' } as const

/** @param way how it gets there; what was added to an order goes as that does */
function arrangement(titles: string[], way: (typeof WAYS)[keyof typeof WAYS] | 'added'): ToldNote {
  if (titles.length === 1) return { told: `arrangement: one ${way}`, facts: { things: { quoted: titles } } }
  const list = titles.map((title) => `– ${title}`).join('\n')
  return { told: `arrangement: several ${way}`, facts: { count: titles.length, list } }
}
