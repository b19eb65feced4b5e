import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { subject } from '../../../platform/mail.ts'
import { requireMember } from '../../identity/index.ts'
import { decideDispute, lockWhole, purchaseNotFound, type Order } from '../../purchasing/index.ts'
import { PROBLEM_ANSWER_HOURS } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { presentTrade } from '../trade/present-trade.ts'
import { nameOf, refreshCards, tell, titleOf } from '../trade/tell.ts'
import { noteOnProblem, openProblem, reportedAt, sellerAnswersUntil } from './problem.ts'

/**
 * The seller answers a reported problem. Who agrees to a refund has decided it at once, with the buyer who asked for one; else
 * an admin decides. (A buyer who keeps the things after all confirms them: that decides it too.)
 * @throws {NotFound} PURCHASE_NOT_FOUND for anybody but the seller; Conflict NOTHING_TO_ANSWER, also the second time; TOO_LATE
 */
export async function answerProblem(
  ctx: Context,
  what: { purchaseId: string; memberId: string; words: string; refund: boolean },
): Promise<Trade> {
  const { purchaseId, memberId, words, refund } = what
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId)
    const found = await lockWhole(trx, purchaseId)
    if (found.sellerId !== memberId) throw purchaseNotFound()
    const now = ctx.clock.now()
    await noteAnswer(trx, found, { words, now })
    const order = refund
      ? await decideDispute(trx, { purchaseId, decision: 'refund', by: 'seller', now })
      : await tellBuyer(trx, found, now)
    await refreshCards(trx, order)
    return presentTrade(ctx, trx, { order, side: 'seller' })
  })
}

async function noteAnswer(trx: Trx, order: Order, { words, now }: { words: string; now: Date }): Promise<void> {
  const since = reportedAt(order)
  const problem = await openProblem(trx, order)
  if (!since || problem?.answeredAt)
    throw new Conflict(HANDOVER_CODES.NOTHING_TO_ANSWER, 'There is no problem here that waits for your answer')
  if (now >= sellerAnswersUntil(since))
    throw new Conflict(HANDOVER_CODES.TOO_LATE, `This could be answered for ${PROBLEM_ANSWER_HOURS} hours`)
  await noteOnProblem(trx, order, problem, { answeredAt: now, answer: words })
}

async function tellBuyer(trx: Trx, order: Order, now: Date): Promise<Order> {
  await tell(trx, order, 'buyer', {
    kind: 'trades',
    key: `problem:${order.id}:${reportedAt(order)?.getTime() ?? 0}:answered`,
    title: subject`An answer to your problem`,
    body:
      `${await nameOf(trx, order, 'seller')} has answered the problem with ${titleOf(order)}. If the two of you can ` +
      'agree, you are done; else an admin decides.',
    button: 'Read the answer',
    now,
  })
  return order
}
