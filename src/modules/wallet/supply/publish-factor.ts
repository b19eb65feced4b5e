import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { monthAfter, monthBefore, monthBegins, monthOf } from '../bonus/month.ts'
import { tenthsFor, within } from './share.ts'
import { readFigures } from './supply-figures.ts'
import { readTarget } from './target.ts'

/** Members are to know it before they act, and it is to know most of the month that ends. */
const AHEAD_MS = 72 * HOUR_MS
/** A job that begins in time is to end in time, too. */
const LATEST_MS = HOUR_MS
/** A purchase that was begun that long ago has ended, or never will. */
const SETTLED_MS = HOUR_MS

/**
 * Publishes what the repeatable bonuses of the coming month pay, in the last three days before it begins. It is reckoned
 * once and never changed: what two workers find at once is the same row. A month for which nothing was published in
 * time, because no worker ran, pays in full, as without a target.
 */
export async function publishFactor(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const timeZone = ctx.site.timeZone
  const lastMonth = monthOf(now, timeZone)
  const month = monthAfter(lastMonth)
  const begins = monthBegins(month, timeZone)
  const ahead = begins.getTime() - now.getTime()
  if (ahead > AHEAD_MS || ahead < LATEST_MS) return
  await transact(ctx.db, async (trx) => {
    const target = await readTarget(trx)
    if (target === undefined || (await trx('supply_factor').where({ month }).first('month'))) return
    const before = await trx('supply_factor').where({ month: lastMonth }).first('target')
    const held = within(target, before?.target)
    const until = new Date(now.getTime() - SETTLED_MS)
    const figures = await readFigures(trx, { until, lastMonth, monthBefore: monthBefore(lastMonth) })
    await trx('supply_factor')
      .insert({
        month,
        target: held,
        active_members: figures.activeMembers,
        supply: figures.supply,
        once_only: figures.onceOnly,
        expected: figures.expected,
        tenths: tenthsFor(held, figures),
        counted_until: until,
        published_at: now,
        begins_at: begins,
      })
      .onConflict('month')
      .ignore()
  })
}
