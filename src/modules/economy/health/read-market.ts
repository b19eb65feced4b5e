import type { Context } from '../../../platform/context.ts'
import { missedSearches, priceSignals } from '../../catalog/index.ts'
import { monthOf } from '../../wallet/index.ts'
import type { Market } from '../contract.ts'
import { nextTarget } from './next-target.ts'
import { readComing, readMonths } from '../months/month-rows.ts'
import { presentForAdmin } from '../months/present-for-admin.ts'

export async function readMarket(ctx: Context, limit: number): Promise<Market> {
  const { db, clock, site } = ctx
  const now = clock.now()
  const month = monthOf(now, site.timeZone)
  const [months, coming, next, running, prices] = await Promise.all([
    readMonths(db, limit),
    readComing(db, month),
    nextTarget(db, month),
    missedSearches(db, month),
    priceSignals(db, now),
  ])
  const kept = await db('economy_missed_search')
    .whereIn(
      'month',
      months.slice(-2).map((one) => one.month),
    )
    .orderBy([{ column: 'month', order: 'desc' }, { column: 'people', order: 'desc' }, 'words'])
  return {
    months: months.map(presentForAdmin),
    coming,
    next: coming === null ? next : null,
    missed: [...running.often.map((one) => ({ month, ...one })), ...kept.filter((one) => one.month !== month)],
    prices,
  }
}
