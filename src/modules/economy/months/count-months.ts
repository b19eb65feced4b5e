import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { forgetMonthSalts } from '../../../platform/monthly-hash.ts'
import { forgetMissedSearches, missedSearches } from '../../catalog/index.ts'
import { forgetUnpaidWants, recordUnpaidFavourites, unpaidWants } from '../../purchasing/index.ts'
import { firstTransferAt, monthAfter, monthBegins, monthOf, type Month } from '../../wallet/index.ts'
import { FIGURES, MINTED } from './figures.ts'

/** A purchase that was begun before a month ended is in the ledger by then, or never will be. */
const SETTLED_MS = HOUR_MS

/**
 * Counts each month into its row: the running one as far as it has come, one that has ended once and for all. A month is
 * a transaction, so that who is killed goes on where they were, and what two count at once is counted once.
 */
export async function countMonths(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const timeZone = ctx.site.timeZone
  const current = monthOf(now, timeZone)
  let month = await firstToCount(ctx, timeZone)
  for (; month !== undefined && month <= current; month = monthAfter(month)) await countMonth(ctx, month, now)
}

async function firstToCount({ db }: Context, timeZone: string): Promise<Month | undefined> {
  const open = await db('economy_month').where({ complete: false }).orderBy('month').first('month')
  if (open) return open.month
  const last = await db('economy_month').orderBy('month', 'desc').first('month')
  if (last) return monthAfter(last.month)
  const first = await firstTransferAt(db)
  return first && monthOf(first, timeZone)
}

async function countMonth(ctx: Context, month: Month, now: Date): Promise<void> {
  const { db, site } = ctx
  const [begins, ends] = [month, monthAfter(month)].map((one) => monthBegins(one, site.timeZone))
  if (!begins || !ends) return
  const until = now < ends ? now : ends
  const complete = now.getTime() >= ends.getTime() + SETTLED_MS
  await transact(db, async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(hashtext('economy.count-months'))`)
    if (await trx('economy_month').where({ month, complete: true }).first('month')) return
    await trx.raw('set local statement_timeout = 0')
    if (month === monthOf(now, site.timeZone)) await recordUnpaidFavourites(ctx, trx)
    const { total: missed, often, inVain } = await missedSearches(trx, month)
    const { wants, members: short } = await unpaidWants(trx, month)
    await trx.raw(FIGURES, { month, begins, ends, until, complete, missed, wants, short, inVain })
    await trx('economy_minted').where({ month }).delete()
    await trx.raw(MINTED, { month, begins, until })
    if (complete) await keepCounted(trx, month, often)
  })
}

/** Keeps the searches of several people when a month is over, and forgets who searched and who wanted what. */
async function keepCounted(trx: Trx, month: Month, often: { words: string; people: number }[]): Promise<void> {
  if (often.length > 0) await trx('economy_missed_search').insert(often.map((one) => ({ month, ...one })))
  await forgetMissedSearches(trx, month)
  await forgetUnpaidWants(trx, month)
  await forgetMonthSalts(trx, month)
}
