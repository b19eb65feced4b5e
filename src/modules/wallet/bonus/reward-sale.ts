import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { markSale } from '../../identity/index.ts'
import { countSale, countSoldListing, earnedBy } from './activity.ts'
import { payBonuses } from './bonuses.ts'
import { monthOf } from './month.ts'
import { earnedReferrals } from './referrals.ts'

/** A purchase was delivered: referrals, the seller's first sale, first listing and month. */
export async function rewardSale(ctx: Context, sale: JobPayload<'wallet.reward-sale'>): Promise<void> {
  const { purchaseId, listingId, sellerId, buyerId, earnsNothing } = sale
  const at = new Date(sale.at)
  const now = ctx.clock.now()
  const timeZone = ctx.config.MARKET_TIME_ZONE
  const month = monthOf(at, timeZone)
  await transact(ctx.db, async (trx) => {
    await markSale(trx, { sellerId, buyerId, now: at })
    if (earnsNothing) return
    const counted = await countSoldListing(trx, { listingId, sellerId, at, month }, now)
    counted.push(...(await countSale(trx, { purchaseId, sellerId, buyerId, at, month, now })))
    const referrals = await earnedReferrals(trx, [buyerId, sellerId], { now, timeZone })
    await payBonuses(trx, [...(await earnedBy(trx, counted)), ...referrals], now)
  })
}
