import type { Context } from '../../platform/context.ts'
import { endSuspensions } from './members/end-suspensions.ts'

export const adminJobs = (ctx: Context) => ({
  'admin.end-suspensions': () => endSuspensions(ctx),
})
