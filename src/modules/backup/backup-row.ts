import type { Reader } from '../../platform/database.ts'

/** Where this market is backed up to, and how that goes. */
export interface BackupState {
  target: string
  since: Date
  /** When the newest whole backup was complete. */
  takenAt: Date | null
  /** When the log was last carried to the target; null for a database of one's own. */
  archivedAt: Date | null
  verifiedAt: Date | null
  verifyProblem: string | null
  problem: string | null
  problemSince: Date | null
}

/** Undefined while the market is not backed up. */
export async function readBackup(reader: Reader): Promise<BackupState | undefined> {
  const row = await reader('backup').first()
  return (
    row && {
      target: row.target,
      since: row.since,
      takenAt: row.taken_at,
      archivedAt: row.archived_at,
      verifiedAt: row.verified_at,
      verifyProblem: row.verify_problem,
      problem: row.problem,
      problemSince: row.problem_since,
    }
  )
}

/** From now on the market is backed up to there; what was known of another place is forgotten. */
export async function setTarget(reader: Reader, target: string, now: Date): Promise<void> {
  if ((await readBackup(reader))?.target === target) return
  await forgetTarget(reader)
  await reader('backup').insert({ target, since: now })
}

export async function forgetTarget(reader: Reader): Promise<void> {
  await reader('backup').delete()
}

export async function noteTaken(reader: Reader, now: Date): Promise<void> {
  await reader('backup').update({ taken_at: now, problem: null, problem_since: null })
}

export async function noteArchived(reader: Reader, now: Date): Promise<void> {
  await reader('backup').update({ archived_at: now })
}

export async function noteVerified(reader: Reader, problem: string | null, now: Date): Promise<void> {
  await reader('backup').update({ verified_at: now, verify_problem: problem })
}

/** Keeps when it began, while it is the same or another follows. */
export async function noteProblem(reader: Reader, problem: string, now: Date): Promise<void> {
  const state = await readBackup(reader)
  if (state?.problem === problem) return
  await reader('backup').update({ problem, problem_since: state?.problemSince ?? now })
}

export async function noteNoProblem(reader: Reader): Promise<void> {
  await reader('backup').whereNotNull('problem').update({ problem: null, problem_since: null })
}
