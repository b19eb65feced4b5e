import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { findMembers, markSale } from '../../identity/index.ts'
import { countSale, countSoldListing, earnedBy } from './activity.ts'
import { bonuses, payBonuses, type Bonus } from './bonuses.ts'
import { monthOf } from './month.ts'

/** A purchase was delivered: referrals, the seller's first sale and the seller's month. */
export async function rewardSale(ctx: Context, sale: JobPayload<'wallet.reward-sale'>): Promise<void> {
  const { purchaseId, listingId, sellerId, buyerId, goesBack } = sale
  const at = new Date(sale.at)
  const now = ctx.clock.now()
  const month = monthOf(at, ctx.config.MARKET_TIME_ZONE)
  await transact(ctx.db, async (trx) => {
    await markSale(trx, { sellerId, buyerId, now: at })
    const counted = await countSoldListing(trx, listingId, now)
    if (!goesBack) counted.push(...(await countSale(trx, { purchaseId, sellerId, buyerId, at, month, now })))
    const firstSale = goesBack ? [] : [bonuses.firstSale(sellerId, purchaseId)]
    const earned = [...firstSale, ...(await earnedBy(trx, counted)), ...(await referralsOf(trx, [buyerId, sellerId]))]
    await payBonuses(trx, earned, now)
  })
}

async function referralsOf(trx: Trx, refereeIds: string[]): Promise<Bonus[]> {
  const members = await findMembers(trx, refereeIds)
  return [...members.values()].flatMap(({ id, referredBy }) => (referredBy ? [bonuses.referral(referredBy, id)] : []))
}
