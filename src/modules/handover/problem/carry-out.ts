import type { Trx } from '../../../platform/database.ts'
import { decideDispute, listingIdsOf, type Order } from '../../purchasing/index.ts'
import { Decision, type Outcome } from './decision.ts'

/**
 * Decisions of one outcome take effect, as far as the two sides have not agreed meanwhile. The caller holds the locks of the
 * listings and of the order, which is brought up to date.
 */
export async function carryOut(
  trx: Trx,
  order: Order,
  { decisions, outcome, now }: { decisions: Decision[]; outcome: Outcome; now: Date },
): Promise<void> {
  const references = decisions.map(({ lineReference }) => lineReference)
  await Decision.query(trx).whereIn('line_reference', references).patch({ settledAt: now })
  const lines = order.lines.filter(({ reference, state }) => state === 'disputed' && references.includes(reference))
  if (lines.length === 0) return
  const itemIds = listingIdsOf(lines)
  Object.assign(order, await decideDispute(trx, { purchaseId: order.id, decision: outcome, itemIds, now }))
}
