import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { countFailedJobs, jobsWaitSince } from '../../../platform/jobs/job-report.ts'
import { readOutages } from '../../../platform/sending/outage.ts'
import { lastAudit } from '../../audit/index.ts'
import { backupAlarms, readBackup } from '../../backup/index.ts'
import { countCopies, repeatedTitles } from '../../catalog/index.ts'
import { announcedLines, decisionsDue } from '../../handover/index.ts'
import { adminIds, countGuessedMailboxes, countNeighbours, newFromOnePlace } from '../../identity/index.ts'
import { countDisputed, countDisputedAmong, purchaseFigures } from '../../purchasing/index.ts'
import { recallAlarms } from '../../recalls/index.ts'
import { WAIT_KINDS, type WaitKind } from '../constants.ts'

export interface Waiting {
  kind: WaitKind
  count: number
  /** The time of the oldest; null where there are none, and where nobody notes it. */
  oldest: Date | null
  /** The message of the failure. */
  reason?: string
}

type Desk = Pick<Context, 'db' | 'clock'>

/** Longer than a hiccup, and not so long that nobody can sign in for an hour before somebody hears of it. */
const MAIL_MINUTES = 15
/** Some phones' services are always away: only where nothing at all leaves, and much has failed. */
const PUSH = { minutes: 60, failures: 30 }

/** All that waits for a person, one of each kind of `WAITS`, also where nothing does. Each module says what is its own. */
export async function readWaiting(ctx: Desk): Promise<Waiting[]> {
  const found = await Promise.all([people(ctx), trades(ctx), machines(ctx)])
  const byKind = new Map(found.flat().map((one) => [one.kind, one]))
  return WAIT_KINDS.map((kind) => byKind.get(kind) ?? { kind, count: 0, oldest: null })
}

async function people(ctx: Desk): Promise<Waiting[]> {
  const { db, clock } = ctx
  const [announced, reports, appeals, copies, admins, neighbours, guessed, due] = await Promise.all([
    announcedLines(db),
    openOf(db, 'report'),
    openOf(db, 'appeal'),
    countCopies(db),
    adminIds(db),
    countNeighbours(db),
    countGuessedMailboxes(ctx),
    decisionsDue(db, clock.now()),
  ])
  const [titles, places] = await Promise.all([repeatedTitles(db, clock.now()), newFromOnePlace(db, clock.now())])
  return [
    { kind: 'open_report', ...reports },
    { kind: 'open_appeal', ...appeals },
    { kind: 'copied_photo', ...copies },
    stormOf('repeated_title', titles),
    stormOf('new_from_one_place', places),
    { kind: 'other_admin', count: await countOwn(db, admins, announced), oldest: null },
    // An announced decision waits for nobody.
    { kind: 'waiting_dispute', ...(await countDisputed(db, announced)) },
    { kind: 'decision_due', count: due, oldest: null },
    { kind: 'no_admin', count: neighbours > 0 && admins.length === 0 ? 1 : 0, oldest: null },
    { kind: 'sign_in_guessing', count: guessed, oldest: null },
    {
      kind: 'never_backed_up',
      count: neighbours > 0 && (await readBackup(db)) === undefined ? 1 : 0,
      oldest: null,
    },
  ]
}

/** They come the oldest first. */
const stormOf = (kind: WaitKind, storms: { since: Date }[]): Waiting => ({
  kind,
  count: storms.length,
  oldest: storms[0]?.since ?? null,
})

/** All that waits for a decision, and that every admin is part of. */
async function countOwn(reader: Reader, admins: string[], announced: string[]): Promise<number> {
  if (admins.length === 0) return 0
  const { rows } = await reader.raw<{ rows: { count: number }[] }>(
    `select (select count(*) from report where decided_at is null and :admins::uuid[] <@ array[about_id, reporter_id]
         and about_id = any(:admins))::int
       + (select count(*) from appeal where decided_at is null and :admins::uuid[] <@ array[member_id])::int as count`,
    { admins },
  )
  return (rows[0]?.count ?? 0) + (await countDisputedAmong(reader, admins, announced))
}

async function trades({ db, clock }: Desk): Promise<Waiting[]> {
  return (await purchaseFigures(db, clock.now())).alarms
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

async function openOf(reader: Reader, table: 'report' | 'appeal'): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await reader.raw<{ rows: { count: number; oldest: Date | null }[] }>(
    'select count(*)::int, min(created_at) as oldest from ?? where decided_at is null',
    [table],
  )
  return rows[0] ?? { count: 0, oldest: null }
}
