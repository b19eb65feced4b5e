import { HOUR_MS } from '../../../platform/durations.ts'
import type { Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import type { Listing } from '../../catalog/index.ts'
import { notify } from '../../notifications/index.ts'
import { TURN_HOURS } from './contract.ts'
import { Draw, DrawEntry } from './draw.ts'

/** The end of a turn that begins now. */
export const turnFrom = (now: Date): Date => new Date(now.getTime() + TURN_HOURS * HOUR_MS)

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
  await Draw.query(trx)
    .findById(draw.listingId)
    .patch({ state: 'drawn', turn: next.place, turnUntil: turnFrom(now) })
  await notifyDrawn(trx, listing, next, now)
}

async function notifyDrawn(trx: Trx, listing: Listing, { memberId, place }: DrawEntry, now: Date): Promise<void> {
  await notify(trx, {
    memberId,
    kind: 'trades',
    key: `draw:${listing.id}:${place}`,
    told: 'draw: your turn',
    facts: { title: listing.title, hours: TURN_HOURS },
    path: `/item/${listing.id}`,
    button: words('See the item'),
    now,
  })
}
