import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { countListings } from './bonus/count-listings.ts'
import { payStreaks } from './bonus/pay-streaks.ts'
import { forgetListing, rewardListing } from './bonus/reward-listing.ts'
import type { TradedOutside } from './bonus/referrals.ts'
import { takeDigest } from './digest/take-digest.ts'
import { publishFactor, type Known } from './supply/publish-factor.ts'
import { rewardSale } from './bonus/reward-sale.ts'

/**
 * @param tradedOutside what purchasing knows of the trades of invited members
 * @param known what purchasing and the economy know of active members, and of a target that moves by itself
 */
export const walletJobs = (ctx: Context, tradedOutside: TradedOutside, known: Known) => ({
  'wallet.count-listings': () => countListings(ctx),
  'wallet.discount-listing': (listing: JobPayload<'wallet.discount-listing'>) => forgetListing(ctx, listing),
  'wallet.monthly-streaks': async () => {
    await payStreaks(ctx)
  },
  'wallet.publish-factor': () => publishFactor(ctx, known),
  'wallet.reward-listing': (listing: JobPayload<'wallet.reward-listing'>) => rewardListing(ctx, listing),
  'wallet.take-digest': () => takeDigest(ctx),
  'wallet.reward-sale': (sale: JobPayload<'wallet.reward-sale'>) => rewardSale(ctx, sale, tradedOutside),
})
