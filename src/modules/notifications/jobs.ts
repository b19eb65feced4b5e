import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { deliverMails } from './delivery/deliver-mails.ts'
import { deliverPushes, pushToMember } from './push/deliver-pushes.ts'

export const notificationJobs = (ctx: Context) => ({
  'notifications.deliver-mails': () => deliverMails(ctx),
  'notifications.deliver-pushes': () => deliverPushes(ctx),
  'notifications.push-to-member': (job: JobPayload<'notifications.push-to-member'>) => pushToMember(ctx, job),
})
