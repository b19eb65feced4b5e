import type { Context } from '../../../platform/context.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { listingFigures } from '../../catalog/index.ts'
import { countMembers } from '../../identity/index.ts'
import { purchaseFigures } from '../../purchasing/index.ts'
import { tokensInUse } from '../../wallet/index.ts'
import type { Overview } from './contract.ts'
import { readWaiting } from './waiting.ts'

/** The market's figures; each is exact, though not all of the same instant. */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { db, clock } = ctx
  const [members, listings, purchases, tokens, waiting] = await Promise.all([
    countMembers(db),
    listingFigures(db),
    purchaseFigures(db, clock.now()),
    tokensInUse(db),
    readWaiting(ctx),
  ])
  return {
    members,
    listings,
    purchases: purchases.byState,
    problems: waiting.find(({ kind }) => kind === 'waiting_dispute')?.count ?? 0,
    tokens: {
      inCirculation: formatHundredths(tokens.inCirculation),
      inEscrow: formatHundredths(tokens.inEscrow),
      fees: formatHundredths(tokens.fees),
    },
    alarms: waiting.map((alarm) => ({ ...alarm, oldest: alarm.oldest?.toISOString() ?? null })),
  }
}
