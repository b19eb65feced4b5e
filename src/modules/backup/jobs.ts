import type { Context } from '../../platform/context.ts'
import { messageOf } from '../../platform/errors.ts'
import { recordTakeProblem, readBackup } from './backup-row.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

export const backupJobs = (ctx: Context) => ({
  'backup.take': async () => {
    const state = await readBackup(ctx.db)
    if (!state) return
    try {
      const { problems } = await takeBackup(ctx, state.target)
      if (problems[0] !== undefined) await recordTakeProblem(ctx.db, problems[0], ctx.clock.now())
    } catch (error) {
      await recordTakeProblem(ctx.db, messageOf(error), ctx.clock.now())
      throw error
    }
    // Objects that were damaged are written anew by now: is there a way back?
    if (state.rotten.length > 0) await verifyBackup(ctx)
  },
  'backup.verify': async () => {
    if (await readBackup(ctx.db)) await verifyBackup(ctx)
  },
})
