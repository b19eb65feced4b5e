import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { markSale } from '../../identity/index.ts'
import { countSales, earnedBy } from './activity.ts'
import { payBonuses } from './bonuses.ts'
import { monthOf } from './month.ts'
import { earnedReferrals, type TradedOutside } from './referrals.ts'

/** Things of an order were delivered: referrals, the seller's first sale, first listing and month. */
export async function rewardSale(
  ctx: Context,
  sale: JobPayload<'wallet.reward-sale'>,
  tradedOutside: TradedOutside,
): Promise<void> {
  const { sellerId, buyerId, earning } = sale
  const at = new Date(sale.at)
  const now = ctx.clock.now()
  const timeZone = ctx.site.timeZone
  const month = monthOf(at, timeZone)
  await transact(ctx.db, async (trx) => {
    const invited = await markSale(trx, { sellerId, buyerId, now: at })
    if (earning.length === 0) return
    const sales = { earning, sellerId, buyerId, at, month, now }
    const counted = await countSales(trx, sales)
    const referrals = await earnedReferrals(trx, invited, { now, timeZone, tradedOutside })
    await payBonuses(trx, [...(await earnedBy(trx, counted)), ...referrals], now)
  })
}
