import type { Context } from '../../../platform/context.ts'
import { findFailedJobs } from '../../../platform/jobs/job-report.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { openAppeals } from '../appeals/decide-appeal.ts'
import { isOnDesk, type WaitKind } from '../constants.ts'
import { presentDisputes } from '../disputes/disputes.ts'
import { recordReading } from '../log/record-reading.ts'
import { presentAlarms } from '../overview/alarms.ts'
import { AlarmKind, type OpenAlarm } from '../overview/contract.ts'
import { presentStorms } from '../overview/storms.ts'
import { readWaiting } from '../overview/waiting.ts'
import { findWork, type Waiting, type WorkRow } from '../overview/work.ts'
import { findOpenReports, presentReports } from '../reports/report.ts'
import type { Work } from './contract.ts'
import { takenAmong } from './take-work.ts'

interface Asked extends PageQuery {
  callerId: string
  kind?: WaitKind | undefined
  manner: Manner
}

/** A page of all that waits for a person: the earliest deadline first, and last what has none. */
export async function listWork(ctx: Context, asked: Asked): Promise<Page<Work>> {
  const { db, clock } = ctx
  const { cursor = '', kind, limit } = asked
  const now = clock.now()
  const market = (await readWaiting(ctx)).filter((one) => one.count > 0 && !isOnDesk(one.kind)).map(rowOfMarket)
  const found = [
    ...(await findWork(db, { now, after: cursor, kind, limit: limit + 1 })),
    ...market.filter((row) => row.place > cursor && (kind === undefined || row.kind === kind)),
  ].toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const { rows, next } = pageOf(found, { limit }, ({ place }) => place)
  const taken = await takenAmong(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const about = await aboutOf(ctx, rows, asked)
  return {
    rows: rows.flatMap((row) => {
      const what = about.get(row.id)
      // Another admin has decided it since.
      if (!what) return []
      const { id, kind, deadline } = row
      const isOverdue = deadline !== null && deadline < now
      return [
        { id, kind, deadline: deadline?.toISOString() ?? null, isOverdue, taken: taken.get(id) ?? null, about: what },
      ]
    }),
    next,
  }
}

/** The place of whatever has no deadline. */
const LAST = '9'.repeat(16)

interface Row extends Omit<WorkRow, 'deadline'> {
  deadline: Date | null
  /** The alarm of what the operators settle. */
  alarm?: Waiting
}

function rowOfMarket(alarm: Waiting): Row {
  const { kind, oldest } = alarm
  const id = `market:${kind}`
  const place = oldest === null ? LAST : `${oldest.getTime()}000`.padStart(LAST.length, '0')
  return { kind, id, key: kind, deadline: oldest, place: `${place}_${id}`, alarm }
}

/** The matter of each of these, by its id; not of those settled since. */
async function aboutOf(ctx: Context, rows: Row[], { callerId, manner }: Asked): Promise<Map<string, Work['about']>> {
  const { db, clock } = ctx
  const keysOf = (...kinds: WaitKind[]) => rows.flatMap(({ kind, key }) => (kinds.includes(kind) ? [key] : []))
  const alarmed = rows.flatMap(({ kind, key }) => (isAlarm(kind) ? [{ kind, subject: key }] : []))
  // The reported one isn't told who has reported them, an admin neither.
  const open = (await findOpenReports(db, keysOf('open_report'))).filter(({ aboutId }) => aboutId !== callerId)
  const reports = await presentReports(db, open, manner)
  const read = reports.flatMap(({ subject }) => (subject.before.length > 0 ? [`message:${subject.id}`] : []))
  await recordReading(ctx, callerId, 'message.read', read)
  const disputes = await presentDisputes(db, callerId, keysOf('waiting_dispute'))
  const appeals = await openAppeals(db, callerId, keysOf('open_appeal'))
  const alarms = await presentAlarms(db, alarmed)
  const storms = await presentStorms(db, keysOf('repeated_title', 'new_from_one_place'), clock.now())
  const failedJobs = keysOf('failed_job').length > 0 ? await findFailedJobs(db) : []
  const about = new Map<string, Work['about']>()
  for (const row of rows) {
    if (!row.alarm) continue
    const { oldest, ...alarm } = row.alarm
    about.set(row.id, {
      is: 'market',
      alarm: { ...alarm, oldest: oldest?.toISOString() ?? null },
      failedJobs: (row.kind === 'failed_job' ? failedJobs : [])
        .slice(0, FAILED_JOBS_SHOWN)
        .map(({ id, queue, failedAt, error }) => ({ id, queue, failedAt: failedAt.toISOString(), error })),
    })
  }
  for (const report of reports) about.set(`${report.subject.kind}:${report.subject.id}`, { is: 'report', report })
  for (const [id, dispute] of disputes) about.set(`purchase:${id}`, { is: 'dispute', dispute })
  for (const appeal of appeals) about.set(`appeal:${appeal.id}`, { is: 'appeal', appeal })
  for (const alarm of alarms) about.set(`alarm:${alarm.kind}:${alarm.subject}`, { is: 'alarm', alarm })
  for (const [key, storm] of storms) about.set(`storm:${key}`, { is: 'storm', storm })
  return about
}

const FAILED_JOBS_SHOWN = 20

const isAlarm = (kind: WaitKind): kind is OpenAlarm['kind'] => AlarmKind.options.some((one) => one === kind)
