import { statfs } from 'node:fs/promises'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database.ts'
import { listSpool, packSpool, removeSpooled } from '../../platform/embedded-postgres/archive.ts'
import { tryLock } from '../../platform/process/process-lock.ts'
import { recordLogLost } from './backup-row.ts'
import { clusterHome, logLock } from './ship-log.ts'

/** At most so many seconds pass until PostgreSQL puts aside what was written, however little that is. */
const ARCHIVE_SECONDS = 30
/** The most that may wait for a place that is away, compressed: days of a busy market. */
const HELD_BYTES = 2 * 2 ** 30

/** Whether segments are put aside though they are not full, which is of use only while somebody carries them away. */
export async function archiveOften(db: Pick<Database, 'raw'>, often: boolean): Promise<void> {
  const seconds = often ? ARCHIVE_SECONDS : 0
  const { rows } = await db.raw<{ rows: [{ now: string }] }>(
    `select setting as now from pg_settings where name = 'archive_timeout'`,
  )
  if (rows[0].now === String(seconds)) return
  await db.raw(`alter system set archive_timeout = '${seconds}s'`)
  await db.raw('select pg_reload_conf()')
}

/**
 * While the place of the backup is away: the log waits, compressed, and only in whole segments. Before it takes more than
 * `most` bytes, or the half of what is free, it is let go, so that the site goes on.
 */
export async function holdLog({ db, config, clock, log }: Context, most = HELD_BYTES): Promise<void> {
  await archiveOften(db, false)
  const lock = tryLock(logLock(config.DATA_DIR), 'exclusive')
  if (!lock) return
  try {
    const home = clusterHome(config.DATA_DIR)
    const held = await packSpool(home)
    const { bavail, bsize } = await statfs(home)
    if (held <= Math.min(most, bavail * bsize)) return
    log.error({ bytes: held }, 'the log that waited for the backup is let go, so that the disk does not fill up')
    await recordLogLost(db, clock.now())
    for (const name of await listSpool(home)) await removeSpooled(home, name)
  } finally {
    lock.release()
  }
}
