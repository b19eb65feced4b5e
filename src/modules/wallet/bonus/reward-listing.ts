import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { discountListing, noteListing } from './activity.ts'
import { bonuses, payBonuses } from './bonuses.ts'
import { monthOf } from './month.ts'

/** A listing was posted: the first one is rewarded at once, the month when the listing counts. */
export async function rewardListing(ctx: Context, listing: JobPayload<'wallet.reward-listing'>): Promise<void> {
  const { listingId, sellerId } = listing
  const at = new Date(listing.at)
  await transact(ctx.db, async (trx) => {
    await noteListing(trx, { listingId, sellerId, at, month: monthOf(at, ctx.config.MARKET_TIME_ZONE) })
    await payBonuses(trx, [bonuses.firstListing(sellerId, listingId)], ctx.clock.now())
  })
}

/** A listing was withdrawn or deleted, unsold. */
export async function forgetListing(ctx: Context, listing: JobPayload<'wallet.discount-listing'>): Promise<void> {
  const at = new Date(listing.at)
  const month = monthOf(at, ctx.config.MARKET_TIME_ZONE)
  await transact(ctx.db, (trx) => discountListing(trx, { ...listing, at, month }))
}
