import type { Context } from '../../platform/context.ts'
import { deliverMails } from './delivery/deliver-mails.ts'
import { deliverPushes } from './push/deliver-pushes.ts'

export const notificationJobs = (ctx: Context) => ({
  'notifications.deliver-mails': () => deliverMails(ctx),
  'notifications.deliver-pushes': () => deliverPushes(ctx),
})
