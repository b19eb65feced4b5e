import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { decideDispute, disputedSince, listingIdsOf, lockWhole } from '../../purchasing/index.ts'
import { PROBLEM_ANSWER_HOURS } from '../constants.ts'
import { refreshCards } from '../trade/tell.ts'
import { openProblem } from './problem.ts'

const HOUR_MS = 60 * 60 * 1000

/** Every minute: what a seller has not answered within 48 hours goes back to the buyer. */
export async function followProblems(ctx: Context): Promise<void> {
  const due = new Date(ctx.clock.now().getTime() - PROBLEM_ANSWER_HOURS * HOUR_MS)
  for (const purchaseId of await disputedSince(ctx.db, due)) {
    try {
      await refundUnanswered(ctx, purchaseId, due)
    } catch (error) {
      ctx.log.warn({ err: error, purchaseId }, 'left for the next round')
    }
  }
}

function refundUnanswered(ctx: Context, purchaseId: string, due: Date): Promise<void> {
  return transact(ctx.db, async (trx) => {
    const order = await lockWhole(trx, purchaseId)
    const silent = order.lines.filter(
      ({ state, disputedAt }) => state === 'disputed' && disputedAt !== null && disputedAt <= due,
    )
    // Somebody has answered or decided it meanwhile.
    if (silent.length === 0 || (await openProblem(trx, order))?.answeredAt) return
    const itemIds = listingIdsOf(silent)
    await decideDispute(trx, { purchaseId, decision: 'refund', by: 'clock', itemIds, now: ctx.clock.now() })
    await refreshCards(trx, order)
  })
}
