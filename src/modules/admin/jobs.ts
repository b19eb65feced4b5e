import type { Context } from '../../platform/context.ts'
import { endSuspensions } from './members/end-suspensions.ts'
import { announceActs } from './undo/announce-acts.ts'

export const adminJobs = (ctx: Context) => ({
  'admin.end-suspensions': () => endSuspensions(ctx),
  'admin.announce-acts': () => announceActs(ctx),
})
