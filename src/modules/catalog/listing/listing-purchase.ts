import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES } from '../contract.ts'
import { announceToFavourites } from '../favourite/announce-to-favourites.ts'
import { Listing } from './listing.ts'

/**
 * A purchase's steps for its listings. The caller holds the listings' locks and keeps the purchase in step; each step
 * states the status it starts from, so that a step out of order is refused as a whole.
 */

/** available → reserved. @throws Conflict LISTING_NOT_AVAILABLE */
export async function reserveListings(
  trx: Trx,
  { listingIds, now }: { listingIds: string[]; now: Date },
): Promise<void> {
  const reserved = await Listing.query(trx)
    .whereIn('id', listingIds)
    .where({ status: 'available' })
    .patch({ status: 'reserved', updatedAt: now })
  if (reserved !== listingIds.length) throw notAvailable(words('This item is no longer available'))
}

/** reserved → available; any other status stays as it is. `buyerId` had reserved them. */
export async function relistListings(
  trx: Trx,
  { listingIds, buyerId, now }: { listingIds: string[]; buyerId: string; now: Date },
): Promise<void> {
  await Listing.query(trx)
    .whereIn('id', listingIds)
    .where({ status: 'reserved' })
    .patch({ status: 'available', updatedAt: now })
  await announceToFavourites(trx, { change: 'back', listingIds, byId: buyerId, now })
}

/** reserved → claimed by a buyer who has paid. `tokensInEscrow` is in hundredths. @throws Conflict LISTING_NOT_AVAILABLE */
export async function claimForBuyer(
  trx: Trx,
  { listings, buyerId, now }: { listings: { id: string; tokensInEscrow: bigint }[]; buyerId: string; now: Date },
): Promise<void> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `update listing set status = 'claimed', buyer_id = :buyerId, tokens_in_escrow = bought.tokens,
       purchased_at = :now, claimed_at = :now, updated_at = :now
     from unnest(:ids::uuid[], :tokens::bigint[]) as bought (id, tokens)
     where listing.id = bought.id and listing.status = 'reserved'`,
    {
      buyerId,
      now,
      ids: listings.map(({ id }) => id),
      tokens: listings.map(({ tokensInEscrow }) => String(tokensInEscrow)),
    },
  )
  if (rowCount !== listings.length) throw notAvailable(words('This item is no longer available'))
}

/** The buyer has them: nothing is in escrow any more. @throws Conflict LISTING_NOT_AVAILABLE unless bought and not delivered */
export async function markDelivered(trx: Trx, { listingIds, now }: { listingIds: string[]; now: Date }): Promise<void> {
  const delivered = await Listing.query(trx)
    .whereIn('id', listingIds)
    .whereNotNull('buyer_id')
    .whereNull('delivery_confirmed_at')
    .patch({ deliveryConfirmedAt: now, escrowReleasedAt: now, tokensInEscrow: 0n, updatedAt: now })
  if (delivered !== listingIds.length) throw notAvailable(words('This item is not awaiting delivery'))
}

/** A refund gives the listings of `buyerId` back. @throws Conflict LISTING_NOT_AVAILABLE unless bought and not delivered */
export async function returnListings(
  trx: Trx,
  { listingIds, buyerId, to, now }: { listingIds: string[]; buyerId: string; to: 'available' | 'withdrawn'; now: Date },
): Promise<void> {
  const returned = await Listing.query(trx)
    .whereIn('id', listingIds)
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
      ...(to === 'available' && { offeredAt: now }),
    })
  if (returned !== listingIds.length) throw notAvailable(words("This item can't be given back"))
  if (to === 'available') await announceToFavourites(trx, { change: 'back', listingIds, byId: buyerId, now })
}

const notAvailable = (message: string) => new Conflict(CATALOG_CODES.LISTING_NOT_AVAILABLE, message)
