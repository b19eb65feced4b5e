import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
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
      body: arrangement(
        sold.map(({ title }) => title),
        purchase.deliveryMethod,
      ),
      kind: 'arrangement',
      reason: `purchase:${purchase.purchaseId}:paid`,
      now: ctx.clock.now(),
    })
  })
}

function arrangement(titles: string[], deliveryMethod: JobPayload<'messaging.announce-purchase'>['deliveryMethod']) {
  const [title = ''] = titles
  return titles.length === 1 ? ARRANGEMENT[deliveryMethod](title) : ARRANGEMENT_OF_SEVERAL[deliveryMethod](titles)
}

const ARRANGEMENT = {
  message: (title: string) =>
    `"${title}" is paid for, and its tokens are in escrow.\n\n` +
    'Pickup: agree on a day and a time here. The buyer finds the address and the contact details under Purchases, ' +
    'and confirms the delivery there once the item is in good hands.',
  doordash: (title: string) =>
    `"${title}" is paid for, and its tokens are in escrow.\n\n` +
    'Courier delivery: agree here on when the courier can fetch the item. The addresses are under Purchases, ' +
    'where the buyer confirms the delivery once the item has arrived.',
} as const

const listed = (titles: string[]) => titles.map((title) => `– ${title}`).join('\n')
const ARRANGEMENT_OF_SEVERAL = {
  message: (titles: string[]) =>
    `${titles.length} items are paid for, and their tokens are in escrow:\n${listed(titles)}\n\n` +
    'One pickup for all: agree on a day and a time here. The buyer finds the address and the contact details under ' +
    'Purchases, and confirms the delivery there once the items are in good hands.',
  doordash: (titles: string[]) =>
    `${titles.length} items are paid for, and their tokens are in escrow:\n${listed(titles)}\n\n` +
    'One courier for all: agree here on when the courier can fetch the items. The addresses are under Purchases, ' +
    'where the buyer confirms the delivery once the items have arrived.',
} as const
