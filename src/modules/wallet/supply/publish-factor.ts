import type { Context } from '../../../platform/context.ts'
import { type Reader, transact } from '../../../platform/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { monthAfter, monthBefore, monthBegins, monthOf, type Month } from '../bonus/month.ts'
import { readHeld } from './factor.ts'
import { comingTarget, type Meters, tenthsFor } from './share.ts'
import { type ActiveMembers, readFigures } from './supply-figures.ts'
import { lockTarget, setTarget } from './target.ts'

/** Members are to know it before they act, and it is to know most of the month that ends. */
const AHEAD_MS = 72 * HOUR_MS
/** A job that begins in time is to end in time, too. */
const LATEST_MS = HOUR_MS
/** A purchase that was begun that long ago has ended, or never will. */
const SETTLED_MS = HOUR_MS

/** Facts about the market that other modules keep. */
export interface Known {
  /** Reads the meters of a month that has ended; undefined where it was not metered. */
  readMeters: (reader: Reader, month: Month) => Promise<Meters | undefined>
  activeMembers: ActiveMembers
}

/**
 * Publishes what the repeatable bonuses of the coming month pay, in the last three days before it begins. It is reckoned
 * once and never changed: what two workers find at once is the same row. A month for which nothing was published in
 * time, because no worker ran, pays in full, as without a target.
 *
 * A target that moves by itself moves here, on the meters of the last month that had ended, and stays set like that. The
 * settings are locked first, so that of two workers one moves it, and an admin waits for that.
 */
export async function publishFactor(ctx: Context, { readMeters, activeMembers }: Known): Promise<void> {
  const now = ctx.clock.now()
  const timeZone = ctx.site.timeZone
  const lastMonth = monthOf(now, timeZone)
  const month = monthAfter(lastMonth)
  const begins = monthBegins(month, timeZone)
  const ahead = begins.getTime() - now.getTime()
  if (ahead > AHEAD_MS || ahead < LATEST_MS) return
  await transact(ctx.db, async (trx) => {
    const set = await lockTarget(trx)
    if (!set || (await trx('supply_factor').where({ month }).first('month'))) return
    const before = await readHeld(trx, lastMonth)
    const metered = monthBefore(lastMonth)
    const meters = set.moves ? await readMeters(trx, metered) : undefined
    const target = comingTarget(set, before, meters)
    const until = new Date(now.getTime() - SETTLED_MS)
    const figures = await readFigures(trx, { until, lastMonth, monthBefore: metered }, activeMembers)
    await trx('supply_factor').insert({
      month,
      target,
      active_members: figures.activeMembers,
      supply: figures.supply,
      once_only: figures.onceOnly,
      expected: figures.expected,
      tenths: tenthsFor(target, figures),
      counted_until: until,
      published_at: now,
      begins_at: begins,
      moved_from: set.moves ? set.target : null,
      meters_month: meters ? metered : null,
      meters_active: meters?.activeMembers ?? null,
      short_members: meters?.short ?? null,
      in_vain_members: meters?.inVain ?? null,
      counts_gifts: true,
    })
    if (set.moves) await setTarget(trx, { target, now })
  })
}
