import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { decideDispute, listingIdsOf, partsOf, purchaseNotFound, type Order } from '../../purchasing/index.ts'
import { PROBLEM_ANSWER_HOURS } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade } from '../trade/change-trade.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { decisionsOf, withoutDecided } from './decision.ts'
import {
  recordOnProblem,
  limitedTo,
  openProblem,
  reportedAt,
  sellerAnswersUntil,
  type Problem,
  type Reported,
} from './problem.ts'

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
  const { words, refund } = what
  return changeTrade(
    ctx,
    what,
    async (trx, { order, side, now }) => {
      if (side !== 'seller') throw purchaseNotFound()
      const parts = partsOf(order)
      const decisions = await decisionsOf(
        trx,
        parts.map(({ id }) => id),
      )
      const undecided = parts.map((part) => withoutDecided(part, decisions))
      const answered = await recordAnswer(trx, undecided, { words, now })
      const { lines } = answered
      if (!refund) return announceToBuyer(trx, order, limitedTo(order, lines), now)
      const itemIds = listingIdsOf(lines)
      const refunded = await decideDispute(trx, {
        purchaseId: order.id,
        decision: 'refund',
        by: 'seller',
        itemIds,
        now,
      })
      Object.assign(order, refunded)
    },
    { listings: true },
  )
}

/** One answer for all that waits for one, of the order and of what was added to it. @returns the things that it is about */
async function recordAnswer(
  trx: Trx,
  reported: Reported[],
  { words, now }: { words: string; now: Date },
): Promise<Pick<Order, 'lines'>> {
  const open: { part: Reported; problem: Problem | undefined; since: Date }[] = []
  for (const part of reported) {
    const since = reportedAt(part)
    const problem = await openProblem(trx, part)
    if (since && !problem?.answeredAt) open.push({ part, problem, since })
  }
  if (open.length === 0)
    throw new Conflict(HANDOVER_CODES.NOTHING_TO_ANSWER, 'There is no problem here for you to answer')
  const inTime = open.filter(({ since }) => now < sellerAnswersUntil(since))
  if (inTime.length === 0)
    throw new Conflict(
      HANDOVER_CODES.TOO_LATE,
      say('The {hours, plural, one {# hour} other {# hours}} to answer are over', {
        hours: PROBLEM_ANSWER_HOURS,
      }),
    )
  for (const { part, problem } of inTime) await recordOnProblem(trx, part, problem, { answeredAt: now, answer: words })
  return { lines: inTime.flatMap(({ part }) => part.lines) }
}

async function announceToBuyer(trx: Trx, order: Order, reported: Reported, now: Date): Promise<void> {
  await announce(trx, order, 'buyer', {
    kind: 'trades',
    key: `problem:${order.id}:${reportedAt(order)?.getTime() ?? 0}:answered`,
    told: 'problem: answered',
    facts: { name: await nameOf(trx, order, 'seller'), things: titleOf(reported) },
    button: words('Read the answer'),
    now,
  })
}
