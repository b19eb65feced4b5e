import type { Context } from '../../../platform/context.ts'
import { categoryMix } from '../../catalog/index.ts'
import type { Rates } from '../../simulation/index.ts'
import { readMonths } from '../months/month-rows.ts'

/** Fewer members, or a shorter time, say nothing about how they behave; more take longer and say no more. */
const FEWEST = 20
const MOST = 1000
const MONTHS = 6

/** `general`, with what this market knows better: how many members there are, what they list and buy, and at what prices. */
export async function marketRates({ db, clock }: Context, general: Rates): Promise<Rates> {
  const months = (await readMonths(db, MONTHS + 1)).filter(
    ({ complete, active_members: active }) => complete && active > 0,
  )
  const [latest] = months.slice(-1)
  const categories = await categoryMix(db, clock.now())
  if (!latest || latest.active_members < FEWEST || categories.length === 0) {
    throw new Error(
      `This market is too young: a month with ${FEWEST} active members has to end before it can be asked. Without --from-market, the rates of docs/economy.md are taken.`,
    )
  }
  const a = (of: (month: (typeof months)[number]) => number) =>
    Math.round((100 * months.reduce((sum, month) => sum + of(month) / month.active_members, 0)) / months.length) / 100
  return {
    ...general,
    members: Math.min(MOST, latest.active_members),
    outgrown: Math.max(
      0.1,
      a(({ listings }) => listings),
    ),
    // Listings that were bought, and searches in vain.
    wants: Math.max(
      0.1,
      a(({ trades, searches_missed: missed }) => trades + missed),
    ),
    categories,
  }
}
