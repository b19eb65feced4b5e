import type { Context } from '../../platform/context.ts'
import { endSuspensions } from './members/end-suspensions.ts'
import { tellActs } from './undo/tell-acts.ts'

export const adminJobs = (ctx: Context) => ({
  'admin.end-suspensions': () => endSuspensions(ctx),
  'admin.tell-acts': () => tellActs(ctx),
})
