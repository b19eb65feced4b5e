import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { announcePurchase } from './announce-purchase.ts'

export const messagingJobs = (ctx: Context) => ({
  'messaging.announce-purchase': (purchase: JobPayload<'messaging.announce-purchase'>) =>
    announcePurchase(ctx, purchase),
})
