import { setImmediate as turn } from 'node:timers/promises'
import { runMarket, type Rule } from './market.ts'
import type { Rates } from './rates.ts'

/** One month to come. Shares are percent of what members look for that they find and can pay. */
interface TriedMonth {
  /** With every bonus in full. */
  off: number
  /** By the rule. */
  held: number
  /** Tokens for each active member, by the rule. */
  tokensAMember: number
}

/**
 * Tries a rule out on the months to come, beside every bonus in full; the same for the same arguments. Between two months
 * whatever else the process has to do gets its turn: a month of 200 members takes half a millisecond.
 */
export async function tryOut(
  rates: Rates,
  { months, seeds, ...rule }: { months: number; seeds: number } & Rule,
): Promise<TriedMonth[]> {
  const tried: { off: number[]; held: number[]; tokens: number[] }[] = Array.from({ length: months }, () => ({
    off: [],
    held: [],
    tokens: [],
  }))
  for (let seed = 1; seed <= seeds; seed += 1) {
    const off = runMarket(rates, { months, seed })
    const held = runMarket(rates, { months, seed, ...rule })
    for (const month of tried) {
      month.off.push(off.next().value?.served ?? 0)
      const { served = 0, tokensAMember = 0 } = held.next().value ?? {}
      month.held.push(served)
      month.tokens.push(tokensAMember)
      await turn()
    }
  }
  return tried.map(({ off, held, tokens }) => ({
    off: mean(off),
    held: mean(held),
    tokensAMember: mean(tokens),
  }))
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
