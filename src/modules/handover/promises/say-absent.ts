import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { changeAppointment, lastMissed, refuseIfBothCame, standingOf } from '../appointment/appointment.ts'
import { noAppointment } from '../appointment/call-off.ts'
import { ABSENT_AFTER_MINUTES, ANSWER_HOURS } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade, requireAwaited } from '../trade/change-trade.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { otherSide } from '../trade/trade.ts'
import { absentFrom, answerUntil } from './absence.ts'

/**
 * One side says that the other did not come. The appointment is over with that; the two may agree on another one. Where
 * both say so, the first has said it, and the other may answer.
 * @throws Conflict TRADE_OVER, NO_APPOINTMENT, TOO_EARLY, BOTH_WERE_THERE
 */
export async function sayAbsent(
  ctx: Context,
  what: { purchaseId: string; memberId: string; word?: string | undefined },
): Promise<Trade> {
  return changeTrade(ctx, what, async (trx, { order, side, memberId, now }) => {
    requireAwaited(order)
    const { agreed } = await standingOf(trx, order.id)
    if (!agreed) throw noAppointment()
    await refuseIfBothCame(trx, order.id)
    if (now < absentFrom(agreed.startsAt))
      throw new Conflict(
        HANDOVER_CODES.TOO_EARLY,
        say('Please give your neighbour {minutes, plural, one {# minute} other {# minutes}}: things come up', {
          minutes: ABSENT_AFTER_MINUTES,
        }),
      )
    await changeAppointment(trx, agreed, {
      state: 'missed',
      absentSaidBy: memberId,
      absentSaidAt: now,
      absentWord: what.word || null,
    })
    await announce(trx, order, otherSide(side), {
      // Without an answer it counts against them.
      kind: 'account',
      key: `appointment:${agreed.id}:absent`,
      told: 'absence: said',
      facts: { name: await nameOf(trx, order, side), things: titleOf(order), hours: ANSWER_HOURS },
      button: words('Answer'),
      now,
    })
  })
}

/**
 * The other side says that they were there: it counts against nobody.
 * @throws Conflict NOTHING_TO_ANSWER; TOO_LATE after 24 hours
 */
export async function answerAbsent(
  ctx: Context,
  what: { purchaseId: string; memberId: string; word?: string | undefined },
): Promise<Trade> {
  return changeTrade(ctx, what, async (trx, { order, side, memberId, now }) => {
    const missed = await lastMissed(trx, order.id)
    if (!missed || missed.absentSaidBy === memberId)
      throw new Conflict(HANDOVER_CODES.NOTHING_TO_ANSWER, "Nobody has said that you didn't come")
    if (missed.absentAnsweredAt) return
    if (now >= answerUntil(missed.absentSaidAt))
      throw new Conflict(
        HANDOVER_CODES.TOO_LATE,
        say('The {hours, plural, one {# hour} other {# hours}} to answer are over', {
          hours: ANSWER_HOURS,
        }),
      )
    await changeAppointment(trx, missed, { absentAnsweredAt: now, absentAnswer: what.word || null })
    await announce(trx, order, otherSide(side), {
      kind: 'trades',
      key: `appointment:${missed.id}:absent-answered`,
      told: 'absence: answered',
      facts: { name: await nameOf(trx, order, side), things: titleOf(order) },
      button: words('Offer other times'),
      now,
    })
  })
}
