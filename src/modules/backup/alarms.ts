import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Reader } from '../../platform/database.ts'
import { type BackupState, readBackup } from './backup-row.ts'

type Kind = 'backup_behind' | 'backup_log_lost' | 'backup_unproven'

interface BackupAlarm {
  kind: Kind
  count: number
  /** The time of the oldest. */
  oldest: Date | null
  /** The message of the failure; null where there was none, or nothing has happened at all. */
  reason: string | null
}

type Found = Pick<BackupAlarm, 'oldest' | 'reason'>
const NOTHING: Found = { oldest: null, reason: null }

/** The log goes away every half minute, a whole backup every night, one on trial every month. */
const LATE = { log: 5 * MINUTE_MS, whole: 2 * DAY_MS, trial: 40 * DAY_MS }

/** One of each kind; a market that is not backed up has none. */
export async function backupAlarms(reader: Reader, now: Date): Promise<BackupAlarm[]> {
  const state = await readBackup(reader)
  const alarm = (kind: Kind, find: (state: BackupState, now: Date) => Found) => {
    const found = state ? find(state, now) : NOTHING
    return { kind, count: found.oldest ? 1 : 0, ...found }
  }
  return [alarm('backup_behind', behind), alarm('backup_log_lost', logLost), alarm('backup_unproven', unproven)]
}

function behind(state: BackupState, now: Date): Found {
  if (state.problem !== null) return { oldest: state.problemSince, reason: state.problem }
  if (state.takeProblem !== null) return { oldest: state.takeProblemSince, reason: state.takeProblem }
  const isOld = (time: Date | null, limit: number) => time !== null && now.getTime() - time.getTime() > limit
  if (isOld(state.archivedAt, LATE.log)) return { oldest: state.archivedAt, reason: null }
  const whole = state.takenAt ?? state.since
  return isOld(whole, LATE.whole) ? { oldest: whole, reason: null } : NOTHING
}

function logLost({ logLostAt, target }: BackupState): Found {
  if (logLostAt === null) return NOTHING
  const reason = `${target} was away for so long that the log which waited for it was let go. The next whole backup ends that.`
  return { oldest: logLostAt, reason }
}

function unproven(state: BackupState, now: Date): Found {
  if (state.verifyProblem !== null) return { oldest: state.verifiedAt, reason: state.verifyProblem }
  const tried = state.verifiedAt ?? state.since
  return now.getTime() - tried.getTime() > LATE.trial ? { oldest: tried, reason: null } : NOTHING
}

/** Seconds since the log was last carried to the backup; undefined where it is not. */
export async function archiveAge(reader: Reader, now: Date): Promise<number | undefined> {
  const at = (await readBackup(reader))?.archivedAt
  return at ? (now.getTime() - at.getTime()) / 1000 : undefined
}
