import type { Context } from '../../platform/context.ts'
import { deliverMails } from './delivery/deliver-mails.ts'

export const notificationJobs = (ctx: Context) => ({
  'notifications.deliver-mails': () => deliverMails(ctx),
})
