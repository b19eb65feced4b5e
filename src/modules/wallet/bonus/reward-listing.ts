import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { discountListing, recordListing } from './activity.ts'
import { monthOf } from './month.ts'

/** A listing was posted: it is rewarded when it counts. */
export async function rewardListing(ctx: Context, listing: JobPayload<'wallet.reward-listing'>): Promise<void> {
  const at = new Date(listing.at)
  const month = monthOf(at, ctx.site.timeZone)
  await transact(ctx.db, (trx) => recordListing(trx, { ...listing, at, month }))
}

/** A listing was withdrawn or deleted, unsold. */
export async function forgetListing(ctx: Context, listing: JobPayload<'wallet.discount-listing'>): Promise<void> {
  const at = new Date(listing.at)
  const month = monthOf(at, ctx.site.timeZone)
  await transact(ctx.db, (trx) => discountListing(trx, { ...listing, at, month }))
}
