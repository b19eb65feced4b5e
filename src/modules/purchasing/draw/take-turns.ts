import { HOUR_MS } from '../../../platform/durations.ts'
import type { Trx } from '../../../platform/database.ts'
import { subject } from '../../../platform/sending/mail.ts'
import type { Listing } from '../../catalog/index.ts'
import { notify } from '../../notifications/index.ts'
import { TURN_HOURS } from './contract.ts'
import { Draw, DrawEntry } from './draw.ts'

/** The next who hasn't passed may buy; where nobody is left, everybody may. The caller holds the rows of listing and draw. */
export async function endTurn(trx: Trx, listing: Listing, draw: Draw, now: Date): Promise<void> {
  const next = await DrawEntry.query(trx)
    .where({ listing_id: draw.listingId })
    .where('place', '>', draw.turn ?? 0)
    .whereNull('passed_at')
    .orderBy('place')
    .first()
  if (!next) {
    await Draw.query(trx).findById(draw.listingId).patch({ state: 'over' })
    return
  }
  const turnUntil = new Date(now.getTime() + TURN_HOURS * HOUR_MS)
  await Draw.query(trx).findById(draw.listingId).patch({ state: 'drawn', turn: next.place, turnUntil })
  await tellDrawn(trx, listing, next, now)
}

async function tellDrawn(trx: Trx, listing: Listing, { memberId, place }: DrawEntry, now: Date): Promise<void> {
  await notify(trx, {
    memberId,
    kind: 'trades',
    key: `draw:${listing.id}:${place}`,
    title: subject`You were drawn`,
    body: `You may buy "${listing.title}" for ${TURN_HOURS} hours. After that it is the next one's turn.`,
    path: `/item/${listing.id}`,
    button: 'See the item',
    now,
  })
}
