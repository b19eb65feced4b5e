import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { countStandingListings, earnedBy } from './activity.ts'
import { payBonuses } from './bonuses.ts'

const BATCH = 500

/** Counts every listing that has stood long enough by now, batch by batch. */
export async function countListings(ctx: Context): Promise<void> {
  while ((await countBatch(ctx)) === BATCH);
}

function countBatch(ctx: Context): Promise<number> {
  const now = ctx.clock.now()
  return transact(ctx.db, async (trx) => {
    const counted = await countStandingListings(trx, BATCH, now)
    await payBonuses(trx, await earnedBy(trx, counted), now)
    return counted.length
  })
}
