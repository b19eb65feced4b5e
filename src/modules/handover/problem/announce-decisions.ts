import type { Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import { partsOf, type Order } from '../../purchasing/index.ts'
import { APPEAL_HOURS, UNDO_MS } from '../constants.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { Decision, loserOf, type Outcome } from './decision.ts'

/**
 * Both sides read what an admin has decided first, once it can't be undone or one of them answers it.
 * @param due whether only what can't be undone any more
 */
export async function announceDecisions(trx: Trx, order: Order, now: Date, { due }: { due: boolean }): Promise<void> {
  const untold = await Decision.query(trx)
    .whereIn(
      'purchase_id',
      partsOf(order).map(({ id }) => id),
    )
    .whereNull('announced_at')
  const decisions = untold.filter(({ decidedAt }) => !due || decidedAt.getTime() + UNDO_MS <= now.getTime())
  for (const outcome of ['release', 'refund'] as const) {
    const references = decisions.flatMap((one) => (one.outcome === outcome ? one.lineReference : []))
    if (references.length === 0) continue
    await Decision.query(trx).whereIn('line_reference', references).patch({ announcedAt: now })
    // The two may have agreed meanwhile.
    const lines = order.lines.filter(({ reference, state }) => state === 'disputed' && references.includes(reference))
    if (lines.length > 0) await announceToBoth(trx, order, { lines, outcome, now })
  }
}

async function announceToBoth(
  trx: Trx,
  order: Order,
  { lines, outcome, now }: { lines: Order['lines']; outcome: Outcome; now: Date },
): Promise<void> {
  const loser = loserOf({ outcome })
  const name = await nameOf(trx, order, loser)
  for (const side of ['buyer', 'seller'] as const) {
    const facts = { things: titleOf({ lines }), outcome, hours: APPEAL_HOURS }
    await announce(trx, order, side, {
      ...(side === loser
        ? { told: 'decision: announced to who may appeal', facts }
        : { told: 'decision: announced to whom it favours', facts: { ...facts, name } }),
      // The loser has so many hours.
      kind: 'account',
      key: `decision:${lines[0]?.reference ?? order.id}`,
      button: words('Read the reason'),
      now,
    })
  }
}
