import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../contract.ts'
import { Listing } from './listing.ts'

/**
 * What a purchase does to its listing. The caller holds the listing's lock and keeps the purchase in step; each step
 * states the status it starts from, so that a step out of order changes nothing and is refused.
 */

/** available → reserved. @throws Conflict LISTING_NOT_AVAILABLE */
export async function reserveListing(trx: Trx, { listing, now }: { listing: Listing; now: Date }): Promise<void> {
  const reserved = await Listing.query(trx)
    .where({ id: listing.id, status: 'available' })
    .patch({ status: 'reserved', updatedAt: now })
  if (reserved !== 1) throw new Conflict(CATALOG_CODES.LISTING_NOT_AVAILABLE, 'This item is no longer available')
}

/** reserved → available; any other status stays as it is. */
export async function relistListing(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<void> {
  await Listing.query(trx).where({ id: listingId, status: 'reserved' }).patch({ status: 'available', updatedAt: now })
}

/** reserved → claimed by a buyer who has paid. `tokensInEscrow` is in hundredths. @throws Conflict LISTING_NOT_AVAILABLE */
export async function claimForBuyer(
  trx: Trx,
  purchase: { listingId: string; buyerId: string; tokensInEscrow: bigint; now: Date },
): Promise<void> {
  const { listingId, buyerId, tokensInEscrow, now } = purchase
  const claimed = await Listing.query(trx)
    .where({ id: listingId, status: 'reserved' })
    .patch({ status: 'claimed', buyerId, tokensInEscrow, purchasedAt: now, claimedAt: now, updatedAt: now })
  if (claimed !== 1) throw new Conflict(CATALOG_CODES.LISTING_NOT_AVAILABLE, 'This item is no longer available')
}

/** The buyer has it: nothing is in escrow any more. @throws Conflict LISTING_NOT_AVAILABLE unless bought and not delivered */
export async function markDelivered(trx: Trx, { listingId, now }: { listingId: string; now: Date }): Promise<void> {
  const delivered = await Listing.query(trx)
    .where({ id: listingId })
    .whereNotNull('buyer_id')
    .whereNull('delivery_confirmed_at')
    .patch({ deliveryConfirmedAt: now, escrowReleasedAt: now, tokensInEscrow: 0n, updatedAt: now })
  if (delivered !== 1) throw new Conflict(CATALOG_CODES.LISTING_NOT_AVAILABLE, 'This item is not awaiting delivery')
}

/** A refunded purchase gives its listing back. @throws Conflict LISTING_NOT_AVAILABLE unless bought and not delivered */
export async function returnListing(
  trx: Trx,
  { listingId, to, now }: { listingId: string; to: 'available' | 'withdrawn'; now: Date },
): Promise<void> {
  const returned = await Listing.query(trx)
    .where({ id: listingId })
    .whereNotNull('buyer_id')
    .whereNull('delivery_confirmed_at')
    .patch({
      status: to,
      buyerId: null,
      purchasedAt: null,
      claimedAt: null,
      withdrawnAt: to === 'withdrawn' ? now : null,
      tokensInEscrow: 0n,
      updatedAt: now,
    })
  if (returned !== 1) throw new Conflict(CATALOG_CODES.LISTING_NOT_AVAILABLE, "This item can't be given back")
}
