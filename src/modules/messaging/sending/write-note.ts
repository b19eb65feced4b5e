import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { findListing } from '../../catalog/index.ts'
import { writeAutomaticMessage } from './write-automatic-message.ts'

/** What has become of a purchase, for its buyer and seller to read in their inbox; nothing for a listing that is gone. */
export async function writeNote(ctx: Context, note: JobPayload<'messaging.write-note'>): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const listing = await findListing(trx, note.listingId)
    if (!listing) return
    await writeAutomaticMessage(trx, { ...note, ownerId: listing.sellerId, kind: 'arrangement', now: ctx.clock.now() })
  })
}
