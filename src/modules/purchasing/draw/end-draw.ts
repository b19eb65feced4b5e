import type { Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import type { Listing } from '../../catalog/index.ts'
import { notify } from '../../notifications/index.ts'
import { Draw, entriesOf, openDraw } from './draw.ts'

/** Whether a listing's draw still decides who gets it. The caller holds the listing's row. */
const isOn = async (trx: Trx, { id, drawClosesAt }: Listing): Promise<boolean> =>
  drawClosesAt !== null && (await Draw.query(trx).findById(id).whereNot({ state: 'over' })) !== undefined

/**
 * Ends a draw before somebody has bought: its giver has found somebody themselves (`by hand`), or wants to keep the thing
 * (`taken back`), or it has been hidden for too long (`called off`). Who still hoped for it is told; nobody is drawn.
 * Nothing where it is over, or there was none. The caller holds the listing's row.
 */
export async function endDraw(
  trx: Trx,
  listing: Listing,
  { how, now }: { how: 'by hand' | 'taken back' | 'called off'; now: Date },
): Promise<void> {
  const [ended] = await Draw.query(trx)
    .where({ listing_id: listing.id })
    .whereNot({ state: 'over' })
    .patch({ state: 'over', byHand: how === 'by hand' })
    .returning('*')
  if (!ended) return
  const hopeful = (await entriesOf(trx, listing.id)).filter(
    ({ place, passedAt }) => passedAt === null && (place === null || place >= (ended.turn ?? 0)),
  )
  if (hopeful.length === 0) return
  await notify(
    trx,
    ...hopeful.map(({ memberId }) => ({
      memberId,
      kind: 'trades' as const,
      key: `draw:${listing.id}:ended`,
      told: `draw: ${how}` as const,
      facts: { title: listing.title },
      // Nobody else can see a thing that was taken back, or is hidden.
      path: how === 'by hand' ? `/item/${listing.id}` : null,
      button: how === 'by hand' ? words('See the item') : null,
      fromId: listing.sellerId,
      now,
    })),
  )
}

/** All that the listings' own module has to do with draws. */
export const DRAWS = { open: openDraw, end: endDraw, isOn }
