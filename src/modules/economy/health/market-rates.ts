import type { Context } from '../../../platform/context.ts'
import { categoryMix } from '../../catalog/index.ts'
import type { Rates } from '../../simulation/index.ts'
import { readFees } from '../../wallet/index.ts'
import { readMonths } from '../months/month-rows.ts'

/** Fewer members, or a shorter time, say nothing about how they behave; more take longer and say no more. */
const FEWEST = 20
const MOST = 1000
const MONTHS = 6

/**
 * `general`, with what this market knows better: how many members there are, what they have, list and buy, at what prices
 * and with what fee; undefined while it is too young: a month with 20 active members has to end first.
 */
export async function marketRates({ db, clock }: Context, general: Rates, most = MOST): Promise<Rates | undefined> {
  const months = (await readMonths(db, MONTHS + 1)).filter(
    ({ complete, active_members: active }) => complete && active > 0,
  )
  const [latest] = months.slice(-1)
  const categories = await categoryMix(db, clock.now())
  if (!latest || latest.active_members < FEWEST || categories.length === 0) return undefined
  const a = (of: (month: (typeof months)[number]) => number) =>
    Math.round((100 * months.reduce((sum, month) => sum + of(month) / month.active_members, 0)) / months.length) / 100
  const members = Math.min(most, latest.active_members)
  const share = members / latest.active_members
  return {
    ...general,
    members,
    outgrown: Math.max(
      0.1,
      a(({ listings }) => listings),
    ),
    // Listings that were bought, searches in vain, and wants that failed for tokens.
    wants: Math.max(
      0.1,
      a(({ trades, searches_missed: missed, wants_unpaid: unpaid }) => trades + missed + (unpaid ?? 0)),
    ),
    fee: Number((await readFees(db)).transaction),
    categories,
    start: {
      tokens: Number(latest.supply - latest.idle) / 100 / latest.active_members,
      listings: Math.round(share * categories.reduce((sum, { available }) => sum + available, 0)),
    },
  }
}
