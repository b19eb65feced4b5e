import type { Database, Reader } from '../../platform/database.ts'

/** Where this market is backed up to, and how that goes. */
export interface BackupState {
  target: string
  since: Date
  /** The place's own name when the backup began there. */
  place: string
  /** The time at which the newest whole backup was complete. */
  takenAt: Date | null
  /** The time at which the log was last carried to the target; null for a database of one's own. */
  archivedAt: Date | null
  /** The newest segment of the log that was carried there. */
  shipped: string | null
  /** The time from which on the log has a hole, because the place was away for too long; until the next whole backup. */
  logLostAt: Date | null
  verifiedAt: Date | null
  verifyProblem: string | null
  /** Files that the last restore on trial found damaged. */
  rotten: string[]
  /** The reason for which log and new photos don't reach the target. */
  problem: string | null
  problemSince: Date | null
  /** The reason for which the last whole backup was not taken. */
  takeProblem: string | null
  takeProblemSince: Date | null
}

/** Undefined while the market is not backed up. */
export async function readBackup(reader: Reader): Promise<BackupState | undefined> {
  const row = await reader('backup').first()
  return (
    row && {
      target: row.target,
      since: row.since,
      place: row.place,
      takenAt: row.taken_at,
      archivedAt: row.archived_at,
      shipped: row.shipped,
      logLostAt: row.log_lost_at,
      verifiedAt: row.verified_at,
      verifyProblem: row.verify_problem,
      rotten: row.rotten,
      problem: row.problem,
      problemSince: row.problem_since,
      takeProblem: row.take_problem,
      takeProblemSince: row.take_problem_since,
    }
  )
}

interface Taken {
  target: string
  place: string
  /** The newest segment that was carried meanwhile. */
  shipped: string | null
  startedAt: Date
  now: Date
}

/** A whole backup is there. If it is the first one in that place, the market goes there from now on, and what was known of another is forgotten. */
export async function recordTaken(db: Database, { target, place, shipped, startedAt, now }: Taken): Promise<void> {
  await db.transaction(async (trx) => {
    const state = await readBackup(trx)
    if (state?.target !== target || state.place !== place) {
      await forgetTarget(trx)
      await trx('backup').insert({ target, place, since: now, shipped, archived_at: shipped === null ? null : now })
    }
    await trx('backup').update({ taken_at: now, take_problem: null, take_problem_since: null, rotten: [] })
    await trx('backup').where('log_lost_at', '<', startedAt).update({ log_lost_at: null })
  })
}

export async function forgetTarget(reader: Reader): Promise<void> {
  await reader('backup').delete()
}

/** @returns false where the market goes to another place by now */
export async function recordShipped(
  reader: Reader,
  { target, shipped, now }: { target: string; shipped: string | null; now: Date },
): Promise<boolean> {
  const more = shipped === null ? {} : { shipped, archived_at: now }
  return (
    (await reader('backup')
      .where({ target })
      .update({ target, ...more })) > 0
  )
}

export async function recordLogLost(reader: Reader, now: Date): Promise<void> {
  await reader('backup').whereNull('log_lost_at').update({ log_lost_at: now })
}

export async function recordVerified(
  reader: Reader,
  { problem, rotten, now }: { problem: string | null; rotten: string[]; now: Date },
): Promise<void> {
  await reader('backup').update({ verified_at: now, verify_problem: problem, rotten })
}

/** Keeps when it began, while it is the same or another follows. */
export async function recordProblem(reader: Reader, problem: string, now: Date): Promise<void> {
  const state = await readBackup(reader)
  if (state?.problem === problem) return
  await reader('backup').update({ problem, problem_since: state?.problemSince ?? now })
}

export async function recordNoProblem(reader: Reader): Promise<void> {
  await reader('backup').whereNotNull('problem').update({ problem: null, problem_since: null })
}

/** Only the next whole backup ends it. */
export async function recordTakeProblem(reader: Reader, problem: string, now: Date): Promise<void> {
  const state = await readBackup(reader)
  await reader('backup').update({ take_problem: problem, take_problem_since: state?.takeProblemSince ?? now })
}
