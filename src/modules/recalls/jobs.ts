import type { Context } from '../../platform/context.ts'
import { syncRecalls } from './sources/sync-recalls.ts'

export const recallJobs = (ctx: Context) => ({
  'recalls.sync': async () => {
    for (const synced of await syncRecalls(ctx)) {
      if ('problem' in synced) ctx.log.warn(synced, 'the last good copy of these recalls is kept')
      else if (synced.odd !== undefined) ctx.log.warn(synced, 'some entries of these recalls are left out')
    }
  },
})
