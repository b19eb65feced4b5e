import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import type { LastDigest } from '../../platform/sending/mail-layout.ts'
import { deliverMails } from './delivery/deliver-mails.ts'
import { deliverPushes, pushToMember } from './push/deliver-pushes.ts'

/** @param lastDigest what the ledger came to last night */
export const notificationJobs = (ctx: Context, lastDigest: LastDigest) => ({
  'notifications.deliver-mails': async () => deliverMails(ctx, await lastDigest()),
  'notifications.deliver-pushes': () => deliverPushes(ctx),
  'notifications.push-to-member': (job: JobPayload<'notifications.push-to-member'>) => pushToMember(ctx, job),
})
