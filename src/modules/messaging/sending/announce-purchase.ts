import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { findListing } from '../../catalog/index.ts'
import { writeAutomaticMessage } from './write-automatic-message.ts'

/**
 * Once an item is paid, its buyer and seller find the arrangement in their inbox.
 * Neither address nor phone number is in the text: a refund hides those again, but messages stay.
 */
export async function announcePurchase(
  ctx: Context,
  purchase: JobPayload<'messaging.announce-purchase'>,
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const listing = await findListing(trx, purchase.listingId)
    // The job may come late: of a purchase that has been refunded meanwhile there is nothing to arrange.
    if (listing?.buyerId !== purchase.buyerId) return
    await writeAutomaticMessage(trx, {
      listingId: purchase.listingId,
      senderId: purchase.buyerId,
      recipientId: purchase.sellerId,
      body: ARRANGEMENT[purchase.deliveryMethod](listing.title),
      kind: 'arrangement',
      reason: `purchase:${purchase.purchaseId}:paid`,
      now: ctx.clock.now(),
    })
  })
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
