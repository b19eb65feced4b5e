import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { decideDispute, listingIdsOf, purchaseNotFound, type Order } from '../../purchasing/index.ts'
import { PROBLEM_ANSWER_HOURS } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade } from '../trade/change-trade.ts'
import { nameOf, tell, titleOf } from '../trade/tell.ts'
import { decisionsOf, withoutDecided } from './decision.ts'
import { noteOnProblem, openProblem, reportedAt, sellerAnswersUntil, type Reported } from './problem.ts'

/**
 * The seller answers a reported problem. Who agrees to a refund has decided it at once, with the buyer who asked for one; else
 * an admin decides. (A buyer who keeps the things after all confirms them: that decides it too.)
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the seller; Conflict NOTHING_TO_ANSWER, also the second time and once an
 *   admin has decided; TOO_LATE
 */
export async function answerProblem(
  ctx: Context,
  what: { purchaseId: string; memberId: string; words: string; refund: boolean },
): Promise<Trade> {
  const { purchaseId, words, refund } = what
  return changeTrade(
    ctx,
    what,
    async (trx, { order, side, now }) => {
      if (side !== 'seller') throw purchaseNotFound()
      const undecided = withoutDecided(order, await decisionsOf(trx, [purchaseId]))
      await noteAnswer(trx, undecided, { words, now })
      if (!refund) return tellBuyer(trx, order, undecided, now)
      const itemIds = listingIdsOf(undecided.lines)
      Object.assign(order, await decideDispute(trx, { purchaseId, decision: 'refund', by: 'seller', itemIds, now }))
    },
    { whole: true },
  )
}

async function noteAnswer(trx: Trx, order: Reported, { words, now }: { words: string; now: Date }): Promise<void> {
  const since = reportedAt(order)
  const problem = await openProblem(trx, order)
  if (!since || problem?.answeredAt)
    throw new Conflict(HANDOVER_CODES.NOTHING_TO_ANSWER, 'There is no problem here for you to answer')
  if (now >= sellerAnswersUntil(since))
    throw new Conflict(
      HANDOVER_CODES.TOO_LATE,
      say('The {hours, plural, one {# hour} other {# hours}} to answer are over', {
        hours: PROBLEM_ANSWER_HOURS,
      }),
    )
  await noteOnProblem(trx, order, problem, { answeredAt: now, answer: words })
}

async function tellBuyer(trx: Trx, order: Order, reported: Reported, now: Date): Promise<void> {
  await tell(trx, order, 'buyer', {
    kind: 'trades',
    key: `problem:${order.id}:${reportedAt(order)?.getTime() ?? 0}:answered`,
    told: 'problem: answered',
    facts: { name: await nameOf(trx, order, 'seller'), things: titleOf(reported) },
    button: words('Read the answer'),
    now,
  })
}
