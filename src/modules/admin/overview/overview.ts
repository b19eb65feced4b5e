import type { Context } from '../../../platform/context.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { findFailedJobs } from '../../../platform/jobs/job-report.ts'
import { listingFigures } from '../../catalog/index.ts'
import { countMembers } from '../../identity/index.ts'
import { purchaseFigures } from '../../purchasing/index.ts'
import { tokensInUse } from '../../wallet/index.ts'
import type { Overview } from './contract.ts'
import { readWaiting } from './waiting.ts'

const FAILED_JOBS_SHOWN = 20

/** The market's figures; each is exact, though not all of the same instant. */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { db, clock } = ctx
  const [members, listings, purchases, tokens, failedJobs, waiting] = await Promise.all([
    countMembers(db),
    listingFigures(db),
    purchaseFigures(db, clock.now()),
    tokensInUse(db),
    findFailedJobs(db),
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
    failedJobs: failedJobs
      .slice(0, FAILED_JOBS_SHOWN)
      .map(({ id, queue, failedAt, error }) => ({ id, queue, failedAt: failedAt.toISOString(), error })),
    alarms: waiting.map((alarm) => ({ ...alarm, oldest: alarm.oldest?.toISOString() ?? null })),
  }
}
