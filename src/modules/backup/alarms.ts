import type { Reader } from '../../platform/database.ts'
import { type BackupState, readBackup } from './backup-row.ts'

type Kind = 'backup_behind' | 'backup_unproven'

interface BackupAlarm {
  kind: Kind
  count: number
  /** Since when. */
  oldest: Date | null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The log goes away every half minute, a whole backup every night, one on trial every month. */
const LATE = { log: 5 * MINUTE_MS, whole: 2 * DAY_MS, trial: 40 * DAY_MS }

/** One of each kind; a market that is not backed up has none. */
export async function backupAlarms(reader: Reader, now: Date): Promise<BackupAlarm[]> {
  const state = await readBackup(reader)
  const alarm = (kind: Kind, oldest: Date | null) => ({ kind, count: oldest ? 1 : 0, oldest })
  return [
    alarm('backup_behind', state ? behindSince(state, now) : null),
    alarm('backup_unproven', state ? unprovenSince(state, now) : null),
  ]
}

function behindSince(state: BackupState, now: Date): Date | null {
  if (state.problem !== null) return state.problemSince
  const isOld = (time: Date | null, limit: number) => time !== null && now.getTime() - time.getTime() > limit
  if (isOld(state.archivedAt, LATE.log)) return state.archivedAt
  const whole = state.takenAt ?? state.since
  return isOld(whole, LATE.whole) ? whole : null
}

function unprovenSince(state: BackupState, now: Date): Date | null {
  if (state.verifyProblem !== null) return state.verifiedAt
  const tried = state.verifiedAt ?? state.since
  return now.getTime() - tried.getTime() > LATE.trial ? tried : null
}

/** Seconds since the log was last carried to the backup; undefined where it is not. */
export async function archiveAge(reader: Reader, now: Date): Promise<number | undefined> {
  const at = (await readBackup(reader))?.archivedAt
  return at ? (now.getTime() - at.getTime()) / 1000 : undefined
}
