import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { announcePurchase } from './sending/announce-purchase.ts'
import { writeNote, type NoteOf } from './sending/write-note.ts'

/** @param purchaseNote what purchasing has to say about a purchase */
export const messagingJobs = (ctx: Context, purchaseNote: NoteOf) => ({
  'messaging.announce-purchase': (purchase: JobPayload<'messaging.announce-purchase'>) =>
    announcePurchase(ctx, purchase),
  'messaging.write-note': (job: JobPayload<'messaging.write-note'>) => writeNote(ctx, job, purchaseNote),
})
