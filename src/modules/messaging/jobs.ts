import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { announcePurchase } from './sending/announce-purchase.ts'
import { writeNote } from './sending/write-note.ts'

export const messagingJobs = (ctx: Context) => ({
  'messaging.announce-purchase': (purchase: JobPayload<'messaging.announce-purchase'>) =>
    announcePurchase(ctx, purchase),
  'messaging.write-note': (note: JobPayload<'messaging.write-note'>) => writeNote(ctx, note),
})
