import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { requireMember } from '../../identity/index.ts'
import { partsOf, reportLines } from '../../purchasing/index.ts'
import type { ProblemReason } from '../constants.ts'
import type { Trade } from '../contract.ts'
import { refuseIfBothCame } from '../appointment/appointment.ts'
import { presentTrade } from '../trade/present-trade.ts'
import { refreshCards } from '../trade/announce.ts'
import { decisionsOf, withoutDecided } from './decision.ts'
import { openProblem, partiesOf, Problem, reportedAt } from './problem.ts'

/**
 * The buyer reports a problem, by what it is and in words. The seller has 48 hours to answer; then everything goes back by
 * itself, or an admin decides: where the seller has shown the code of the door.
 * @param what.itemIds all that are awaited, and not reported before, where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the buyer; AppError 409 NOT_AWAITING_DELIVERY, also the second time;
 *   BOTH_WERE_THERE
 */
export async function reportProblem(
  ctx: Context,
  what: {
    purchaseId: string
    memberId: string
    reason: ProblemReason
    words: string
    itemIds?: string[] | undefined
  },
): Promise<Trade> {
  const { purchaseId, memberId, reason, words, itemIds } = what
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId)
    const now = ctx.clock.now()
    const order = await reportLines(trx, { purchaseId, buyerId: memberId, reason: words, itemIds, now })
    if (reason === 'did_not_come') await refuseIfBothCame(trx, order.id)
    const parts = partsOf(order)
    const decisions = await decisionsOf(
      trx,
      parts.map(({ id }) => id),
    )
    for (const part of parts) {
      const undecided = withoutDecided(part, decisions)
      // More things of it, reported while others wait: the seller answers once for all.
      if (reportedAt(undecided) && !(await openProblem(trx, undecided)))
        await Problem.query(trx).insert({ id: randomUUID(), ...partiesOf(part), reason, reportedAt: now })
    }
    await refreshCards(trx, order)
    return presentTrade(ctx, trx, { order, side: 'buyer' })
  })
}
