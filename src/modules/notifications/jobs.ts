import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/database.ts'
import type { NightDigest } from './delivery/letters.ts'
import { deliverMails } from './delivery/deliver-mails.ts'
import { deliverPushes, pushToMember } from './push/deliver-pushes.ts'

/** @param lastDigest what the ledger came to last night */
export const notificationJobs = (ctx: Context, lastDigest: (reader: Reader) => Promise<NightDigest | undefined>) => ({
  'notifications.deliver-mails': async () => deliverMails(ctx, await lastDigest(ctx.db)),
  'notifications.deliver-pushes': () => deliverPushes(ctx),
  'notifications.push-to-member': (job: JobPayload<'notifications.push-to-member'>) => pushToMember(ctx, job),
})
