import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { adminIds } from '../../identity/index.ts'
import { partsOf, type Order } from '../../purchasing/index.ts'
import { APPEAL_DAYS, APPEAL_HOURS } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade } from '../trade/change-trade.ts'
import { nameOf, announce, announceToAdmins, titleOf } from '../trade/announce.ts'
import { otherSide, type Side } from '../trade/trade.ts'
import { announceDecisions } from './announce-decisions.ts'
import { carryOut } from './carry-out.ts'
import { Decision, decidersOf, decisionsOf, loserOf, takesEffectAt } from './decision.ts'
import { limitedTo } from './problem.ts'

/**
 * The loser accepts it: it is carried out at once.
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Conflict} NOTHING_TO_APPEAL for whoever has not lost, and once it is appealed
 */
export async function acceptDecision(ctx: Context, what: { purchaseId: string; memberId: string }): Promise<Trade> {
  return changeTrade(
    ctx,
    what,
    async (trx, { order, side, now }) => {
      const decisions = await lostBy(trx, order, side)
      await announceDecisions(trx, order, now, { due: false })
      await carryOut(trx, order, { decisions, outcome: side === 'buyer' ? 'release' : 'refund', now })
    },
    { listings: true },
  )
}

/**
 * The loser appeals, once: another admin decides, where there is one. Nothing is carried out meanwhile.
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Conflict} NOTHING_TO_APPEAL for whoever has not lost, and the second time;
 * TOO_LATE
 */
export async function appealDecision(
  ctx: Context,
  what: { purchaseId: string; memberId: string; words: string },
): Promise<Trade> {
  return changeTrade(ctx, what, async (trx, { order, side, now }) => {
    const lost = await lostBy(trx, order, side)
    const decisions = lost.filter((decision) => now < takesEffectAt(decision))
    const [first] = decisions
    if (!first)
      throw new Conflict(
        HANDOVER_CODES.TOO_LATE,
        say('The {hours, plural, one {# hour} other {# hours}} to appeal are over', {
          hours: APPEAL_HOURS,
        }),
      )
    await announceDecisions(trx, order, now, { due: false })
    const references = decisions.map(({ lineReference }) => lineReference)
    await Decision.query(trx).whereIn('line_reference', references).patch({ appealedAt: now, appeal: what.words })
    const lines = order.lines.filter(({ reference }) => references.includes(reference))
    const key = `decision:${first.lineReference}:appealed`
    const name = await nameOf(trx, order, side)
    await announce(trx, order, otherSide(side), {
      kind: 'trades',
      key,
      told: 'decision: appealed',
      facts: { name, things: titleOf({ lines }), days: APPEAL_DAYS },
      button: words('Read the appeal'),
      now,
    })
    const deciders = decidersOf(await adminIds(trx), limitedTo(order, lines), await decisionsOf(trx, idsOf(order)))
    await announceToAdmins(trx, deciders, {
      key,
      told: 'decision: appeal to decide',
      facts: { things: titleOf({ lines }), days: APPEAL_DAYS },
      now,
    })
  })
}

const idsOf = (order: Order) => partsOf(order).map(({ id }) => id)

/** The decisions that stand announced and give all to the other side. */
async function lostBy(trx: Trx, order: Order, side: Side): Promise<Decision[]> {
  const decisions = await decisionsOf(trx, idsOf(order))
  const lost = order.lines.flatMap(({ state, reference }) => {
    const decision = state === 'disputed' ? decisions.get(reference) : undefined
    return decision && decision.appealedAt === null && loserOf(decision) === side ? [decision] : []
  })
  if (lost.length === 0)
    throw new Conflict(HANDOVER_CODES.NOTHING_TO_APPEAL, 'There is no decision here for you to accept or appeal')
  return lost
}
