import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { mailNotice } from './desk/mail-notice.ts'

export const adminJobs = (ctx: Context) => ({
  'admin.mail-notice': (notice: JobPayload<'admin.mail-notice'>) => mailNotice(ctx, notice),
})
