import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader } from '../../../platform/database.ts'
import type { ToldNote } from '../../../told.ts'
import { findListing } from '../../catalog/index.ts'
import { writeAutomaticMessage } from './write-automatic-message.ts'

type NoteJob = JobPayload<'messaging.write-note'>

/**
 * A side's note to the other about a purchase; `reason` names it for good. Undefined where nothing is left to talk
 * about.
 */
export type NoteOf = (
  reader: Reader,
  job: NoteJob,
) => Promise<(ToldNote & Record<'listingId' | 'senderId' | 'recipientId' | 'reason', string>) | undefined>

/** Writes the news of a purchase for its buyer and seller to read in their inbox; nothing for a listing that is gone. */
export async function writeNote(ctx: Context, job: NoteJob, noteOf: NoteOf): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const note = await noteOf(trx, job)
    const listing = note && (await findListing(trx, note.listingId))
    if (!listing) return
    await writeAutomaticMessage(trx, { ...note, ownerId: listing.sellerId, now: ctx.clock.now() })
  })
}
