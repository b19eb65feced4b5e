import { HOUR_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { ARRIVAL_HOURS, LATE_MINUTES } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade, requireAwaited } from '../trade/change-trade.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { otherSide } from '../trade/trade.ts'
import { changeAppointment, standingOf } from './appointment.ts'
import { noAppointment } from './call-off.ts'

const COLUMN = { on_the_way: 'OnTheWayAt', late: 'LateAt', here: 'HereAt' } as const

/**
 * One side is on the way, some minutes late, or there; the other sees it at once. What was said stays said.
 * @throws Conflict TRADE_OVER, NO_APPOINTMENT, TOO_EARLY, TOO_LATE
 */
export async function sayArrival(
  ctx: Context,
  what: { purchaseId: string; memberId: string; say: keyof typeof COLUMN },
): Promise<Trade> {
  const { say: arrival } = what
  return changeTrade(ctx, what, async (trx, { order, side, now }) => {
    requireAwaited(order)
    const { agreed } = await standingOf(trx, order.id)
    if (!agreed) throw noAppointment()
    if (agreed.startsAt.getTime() - now.getTime() > ARRIVAL_HOURS * HOUR_MS)
      throw new Conflict(
        HANDOVER_CODES.TOO_EARLY,
        say('You can say this from {hours, plural, one {# hour} other {# hours}} before the appointment', {
          hours: ARRIVAL_HOURS,
        }),
      )
    if (now.getTime() - agreed.endsAt.getTime() > ARRIVAL_HOURS * HOUR_MS)
      throw new Conflict(HANDOVER_CODES.TOO_LATE, 'That time has passed. If you have not met, agree on another one.')
    const column = `${side}${COLUMN[arrival]}` as const
    if (agreed[column]) return
    await changeAppointment(trx, agreed, { [column]: now })
    const facts = { name: await nameOf(trx, order, side), things: titleOf(order) }
    await announce(trx, order, otherSide(side), {
      ...(arrival === 'late'
        ? { told: 'arrival: late', facts: { ...facts, minutes: LATE_MINUTES } }
        : { told: arrival === 'here' ? 'arrival: here' : 'arrival: on the way', facts }),
      kind: 'reminders',
      key: `arrival:${agreed.id}:${side}:${arrival}`,
      button: words('See the appointment'),
      now,
    })
  })
}
