import { existsSync } from 'node:fs'
import type { Context } from '../../platform/context.ts'
import { removeSpool, spoolFolder } from '../../platform/embedded-postgres/archive.ts'
import { openHome } from '../../platform/embedded-postgres/home.ts'
import { forgetTarget, readBackup } from './backup-row.ts'
import { clusterHome, tryLockFirst } from './ship-log.ts'

/** Ends the backup; what is in the target stays. @returns where it went, if anywhere */
export async function stopBackup(ctx: Context): Promise<string | undefined> {
  const state = await readBackup(ctx.db)
  if (ctx.config.embeddedDatabase) await stopArchiving(ctx)
  await forgetTarget(ctx.db)
  return state?.target
}

/** The slot that a killed first backup has left would collect the log for ever. */
export async function endAbandoned(ctx: Context): Promise<void> {
  const { config, db } = ctx
  if (!existsSync(spoolFolder(clusterHome(config.DATA_DIR)))) return
  const lock = tryLockFirst(config.DATA_DIR)
  if (!lock) return
  try {
    if (!(await readBackup(db))) await stopArchiving(ctx)
  } finally {
    lock.release()
  }
}

async function stopArchiving({ db, config }: Context): Promise<void> {
  await db.raw('alter system reset archive_timeout')
  await db.raw('select pg_reload_conf()')
  removeSpool(openHome(config.DATA_DIR, () => undefined))
}
