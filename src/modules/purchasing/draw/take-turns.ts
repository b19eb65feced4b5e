import { HOUR_MS } from '../../../platform/durations.ts'
import type { Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import type { Listing } from '../../catalog/index.ts'
import { callerQuery } from '../../identity/index.ts'
import { notify } from '../../notifications/index.ts'
import { TURN_HOURS } from './contract.ts'
import { Draw, DrawEntry } from './draw.ts'

/** The end of a turn that begins now. */
export const turnFrom = (now: Date): Date => new Date(now.getTime() + TURN_HOURS * HOUR_MS)

/** SQL: an entry whose member may still have a turn: they haven't passed, and haven't left the market. */
const IS_WAITING = `passed_at is null and exists (${callerQuery('draw_entry.member_id')})`
/** SQL: the turn of a draw is up by the clock, of which the value is now, or nobody holds it any more. */
export const IS_TURN_OVER = `(turn_until <= ? or not exists (
  select from draw_entry where draw_entry.listing_id = draw.listing_id and place = draw.turn and ${IS_WAITING}
))`

/** The next who hasn't passed, and is still there, may buy; where nobody is left, everybody may. The caller holds the rows of listing and draw. */
export async function endTurn(trx: Trx, listing: Listing, draw: Draw, now: Date): Promise<void> {
  const next = await DrawEntry.query(trx)
    .where({ listing_id: draw.listingId })
    .where('place', '>', draw.turn ?? 0)
    .whereRaw(IS_WAITING)
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

/** A purchase that came to nothing was its buyer's turn: what was drawn goes on with the next. The caller holds the listings' rows. */
export async function giveBackTurns(
  trx: Trx,
  { listingIds, buyerId, now }: { listingIds: string[]; buyerId: string; now: Date },
): Promise<void> {
  await DrawEntry.query(trx)
    .whereIn('listing_id', listingIds)
    .where({ member_id: buyerId })
    .whereNull('passed_at')
    .patch({ passedAt: now })
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
