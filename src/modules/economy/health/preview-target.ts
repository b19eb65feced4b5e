import type { Context } from '../../../platform/context.ts'
import { RATES, tryOut } from '../../simulation/index.ts'
import { monthAfter, monthOf } from '../../wallet/index.ts'
import type { TargetPreview } from '../contract.ts'
import { marketRates } from './market-rates.ts'

const MONTHS = 24
const SEEDS = 3
/** A larger market goes the same way, and takes longer. */
const MEMBERS = 200

/** The model's answer to a target, in tokens for each active member, for the next two years. */
export async function previewTarget(ctx: Context, rule: { target: number; moves: boolean }): Promise<TargetPreview> {
  const own = await marketRates(ctx, RATES, MEMBERS)
  const tried = await tryOut(own ?? RATES, { months: MONTHS, seeds: SEEDS, ...rule })
  let month = monthOf(ctx.clock.now(), ctx.site.timeZone)
  return {
    from: own ? 'market' : 'documentation',
    months: tried.map(({ off, held, tokensAMember }) => {
      const one = { month, off: rounded(off), held: rounded(held), tokensAMember: rounded(tokensAMember) }
      month = monthAfter(month)
      return one
    }),
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10
