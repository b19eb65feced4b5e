import type { Context } from '../../platform/context.ts'
import { removeSpool } from '../../platform/embedded-postgres/archive.ts'
import { openHome } from '../../platform/embedded-postgres/home.ts'
import { forgetTarget, readBackup } from './backup-row.ts'

/** Ends the backup; what is in the target stays. @returns where it went, if anywhere */
export async function stopBackup({ db, config }: Context): Promise<string | undefined> {
  const state = await readBackup(db)
  if (config.embeddedDatabase) {
    await db.raw('alter system reset archive_timeout')
    await db.raw('select pg_reload_conf()')
    removeSpool(openHome(config.DATA_DIR, () => undefined))
  }
  await forgetTarget(db)
  return state?.target
}
