import { runMarket, type ModelMonth, type Rule } from './market.ts'
import type { Rates } from './rates.ts'

/** One rule at one threshold, over all seeds. Shares in percent. */
export interface Outcome {
  /** Tokens for each active member; null pays every bonus in full. */
  target: number | null
  /** Whether it moves by itself. */
  moves: boolean
  /** The outcome at so many times the threshold of the rates. */
  threshold: number
  months: OutcomeMonth[]
  /** The lowest share of any seed in any month from the sixth. */
  lowest: number
}

export interface OutcomeMonth {
  month: number
  served: number
  /** The figures of the worst and the best seed. */
  lowest: number
  highest: number
  /** Listings that were found and could not be paid for. */
  unpaid: number
  tokensAMember: number
  factor: number
}

/** Half of the members' thresholds, as assumed, and twice as high: nobody knows them. */
const THRESHOLDS = [0.5, 1, 2]
/** Before that a market fills its shelves. */
const SETTLED = 6

/** Today's rules beside a target, each at three thresholds, `seeds` times. */
export function simulate(
  rates: Rates,
  { months, seeds, target, moves = false }: { months: number; seeds: number; target: number; moves?: boolean },
): Outcome[] {
  return [{}, { target, moves }].flatMap((rule: Rule) =>
    THRESHOLDS.map((threshold) => {
      const scaled = { ...rates, threshold: rates.threshold * threshold }
      const runs = Array.from({ length: seeds }, (_, index) => [
        ...runMarket(scaled, { months, seed: index + 1, ...rule }),
      ])
      const each = Array.from({ length: months }, (_, index) => summarize(runs.flatMap((run) => run[index] ?? [])))
      const settled = each.slice(Math.min(SETTLED, months) - 1)
      return {
        target: rule.target ?? null,
        moves: rule.moves ?? false,
        threshold,
        months: each,
        lowest: Math.min(...settled.map(({ lowest }) => lowest)),
      }
    }),
  )
}

function summarize(seen: ModelMonth[]): OutcomeMonth {
  const served = seen.map((one) => one.served)
  const mean = (of: (one: ModelMonth) => number) => seen.reduce((sum, one) => sum + of(one), 0) / seen.length
  return {
    month: seen[0]?.month ?? 0,
    served: mean((one) => one.served),
    lowest: Math.min(...served),
    highest: Math.max(...served),
    unpaid: mean((one) => one.unpaid),
    tokensAMember: mean((one) => one.tokensAMember),
    factor: mean((one) => one.factor),
  }
}
