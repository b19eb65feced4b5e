import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { countFailedJobs, jobsWaitSince } from '../../../platform/jobs/job-report.ts'
import { readOutages } from '../../../platform/sending/outage.ts'
import { lastAudit } from '../../audit/index.ts'
import { backupAlarms, readBackup } from '../../backup/index.ts'
import { adminIds, countGuessedMailboxes, countNeighbours } from '../../identity/index.ts'
import { purchaseFigures } from '../../purchasing/index.ts'
import { recallAlarms } from '../../recalls/index.ts'
import { isOnDesk, WAIT_KINDS } from '../constants.ts'
import { countWork, type Waiting } from './work.ts'

type Desk = Pick<Context, 'db' | 'clock'>

/** Longer than a hiccup, and not so long that nobody can sign in for an hour before somebody hears of it. */
const MAIL_MINUTES = 15
/** Some phones' services are always away: only where nothing at all leaves, and much has failed. */
const PUSH = { minutes: 60, failures: 30 }

/** All that waits for a person, one of each kind of `WAITS`, also where nothing does. Each module says what is its own. */
export async function readWaiting(ctx: Desk): Promise<Waiting[]> {
  const { db, clock } = ctx
  const [desk, market, trades, ownMachines] = await Promise.all([
    countWork(db, clock.now()),
    people(ctx),
    purchaseFigures(db, clock.now()),
    machines(ctx),
  ])
  // Alarms of trades that wait on the desk are counted there.
  const found = [...trades.alarms.filter(({ kind }) => !isOnDesk(kind)), ...desk, ...market, ...ownMachines]
  const byKind = new Map(found.map((one) => [one.kind, one]))
  return WAIT_KINDS.map((kind) => byKind.get(kind) ?? { kind, count: 0, oldest: null })
}

async function people(ctx: Desk): Promise<Waiting[]> {
  const { db } = ctx
  const [admins, neighbours, guessed] = await Promise.all([
    adminIds(db),
    countNeighbours(db),
    countGuessedMailboxes(ctx),
  ])
  return [
    { kind: 'no_admin', count: neighbours > 0 && admins.length === 0 ? 1 : 0, oldest: null },
    { kind: 'sign_in_guessing', count: guessed, oldest: null },
    {
      kind: 'never_backed_up',
      count: neighbours > 0 && (await readBackup(db)) === undefined ? 1 : 0,
      oldest: null,
    },
  ]
}

async function machines({ db, clock }: Desk): Promise<Waiting[]> {
  const now = clock.now()
  const since = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  const [failed, waitSince, outages, audit, backup, recalls] = await Promise.all([
    countFailedJobs(db),
    jobsWaitSince(db),
    readOutages(db),
    lastAudit(db),
    backupAlarms(db, now),
    recallAlarms(db, now),
  ])
  const away = outages.filter((outage) =>
    outage.what === 'mail'
      ? outage.since <= since(MAIL_MINUTES)
      : outage.since <= since(PUSH.minutes) && outage.failures >= PUSH.failures,
  )
  return [
    { kind: 'failed_job', ...failed },
    { kind: 'no_worker', count: waitSince ? 1 : 0, oldest: waitSince },
    ...away.map(({ what, since: oldest, error }) => ({
      kind: `${what}_away` as const,
      count: 1,
      oldest,
      reason: error,
    })),
    { kind: 'audit_finding', count: audit?.findings ?? 0, oldest: null },
    ...recalls,
    ...backup.map(({ reason, ...alarm }) => ({ ...alarm, ...(reason === null ? {} : { reason }) })),
  ]
}
