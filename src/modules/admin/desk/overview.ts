import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { findFailedJobs } from '../../../platform/job-report.ts'
import { backupAlarms } from '../../backup/index.ts'
import { listingFigures } from '../../catalog/index.ts'
import { announcedLines } from '../../handover/index.ts'
import { countGuessedMailboxes, countMembers } from '../../identity/index.ts'
import { countDisputed, purchaseFigures } from '../../purchasing/index.ts'
import { tokensInUse } from '../../wallet/index.ts'
import type { Overview } from '../contract.ts'

const FAILED_JOBS_SHOWN = 20

/** The market's figures; each is exact, though not all of the same instant. */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { db, clock } = ctx
  const [members, listings, purchases, tokens, failedJobs, reports, guessed, problems, backup] = await Promise.all([
    countMembers(db),
    listingFigures(db),
    purchaseFigures(db, clock.now()),
    tokensInUse(db),
    findFailedJobs(db),
    openReports(db),
    countGuessedMailboxes(ctx),
    announcedLines(db).then((announced) => countDisputed(db, announced)),
    backupAlarms(db, clock.now()),
  ])
  const alarms = [
    ...purchases.alarms,
    { kind: 'failed_job' as const, count: failedJobs.length, oldest: failedJobs.at(-1)?.failedAt ?? null },
    { kind: 'open_report' as const, ...reports },
    { kind: 'sign_in_guessing' as const, count: guessed, oldest: null },
    ...backup,
  ]
  return {
    members,
    listings,
    purchases: purchases.byState,
    problems,
    tokens: {
      inCirculation: formatHundredths(tokens.inCirculation),
      inEscrow: formatHundredths(tokens.inEscrow),
      fees: formatHundredths(tokens.fees),
    },
    failedJobs: failedJobs
      .slice(0, FAILED_JOBS_SHOWN)
      .map(({ id, queue, failedAt, error }) => ({ id, queue, failedAt: failedAt.toISOString(), error })),
    alarms: alarms.map((alarm) => ({ ...alarm, oldest: alarm.oldest?.toISOString() ?? null })),
  }
}

async function openReports(reader: Reader): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await reader.raw<{ rows: { count: number; oldest: Date | null }[] }>(
    'select count(*)::int, min(created_at) as oldest from report where decided_at is null',
  )
  return rows[0] ?? { count: 0, oldest: null }
}
