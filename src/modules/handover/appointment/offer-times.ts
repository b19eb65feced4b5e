import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { AppError, Conflict } from '../../../platform/errors.ts'
import { say, words } from '../../../platform/language/words.ts'
import { WEEKS_AHEAD } from '../constants.ts'
import { HANDOVER_CODES, type Interval, type Trade } from '../contract.ts'
import { changeTrade, requireAwaited } from '../trade/change-trade.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { otherSide } from '../trade/trade.ts'
import { changeAppointment, standingOf, type Appointment, type OfferedTime } from './appointment.ts'

const WEEK_MS = 7 * DAY_MS

/**
 * One side offers times; they take the place of what was offered before. What is agreed stands until the other side takes one.
 * @param what.seen the open offer that this one answers: with both at once, the second looks at the first one's first
 * @throws AppError 400 TIME_PASSED for times that have begun or are too far ahead; Conflict TRADE_OVER, TIMES_CHANGED
 */
export async function offerTimes(
  ctx: Context,
  what: { purchaseId: string; memberId: string; times: Interval[]; seen: string | null },
): Promise<Trade> {
  const timeZone = ctx.site.timeZone
  const times = what.times.map(({ start, end }): OfferedTime => [utc(start), utc(end)]).toSorted(byStart)
  return changeTrade(ctx, what, async (trx, { order, side, memberId, now }) => {
    requireAwaited(order)
    refuseOutside(times, now)
    const { offer } = await standingOf(trx, order.id)
    // A second tap, or an answer that got lost on its way.
    if (offer?.offeredBy === memberId && JSON.stringify(offer.times) === JSON.stringify(times)) return
    if (offer && offer.offeredBy !== memberId && offer.id !== what.seen) throw timesChanged()
    if (offer) await changeAppointment(trx, offer, { state: 'replaced' })
    const id = randomUUID()
    await trx('appointment').insert({
      id,
      purchase_id: order.id,
      buyer_id: order.buyerId,
      seller_id: order.sellerId,
      offered_by: memberId,
      offered_at: now,
      times: JSON.stringify(times),
      state: 'offered',
    })
    const name = await nameOf(trx, order, side)
    await announce(trx, order, otherSide(side), {
      kind: 'trades',
      key: `appointment:${id}:offered`,
      told: 'appointment: offered',
      facts: { name, things: titleOf(order), times: { spans: times }, zone: timeZone },
      button: words('Choose a time'),
      now,
    })
  })
}

const utc = (time: string) => new Date(time).toISOString()
const byStart = ([one]: OfferedTime, [other]: OfferedTime) => (one < other ? -1 : 1)

function refuseOutside(times: OfferedTime[], now: Date): void {
  const outside = times.findIndex(([start]) => {
    const ahead = Date.parse(start) - now.getTime()
    return ahead <= 0 || ahead > WEEKS_AHEAD * WEEK_MS
  })
  if (outside < 0) return
  const said = say('Please offer times within the next {weeks, plural, one {# week} other {# weeks}}', {
    weeks: WEEKS_AHEAD,
  })
  throw new AppError(HANDOVER_CODES.TIME_PASSED, 400, said, {
    details: [{ path: ['times', outside], message: words('This time has already started, or is too far ahead') }],
  })
}

export const timesChanged = () =>
  new Conflict(HANDOVER_CODES.TIMES_CHANGED, 'Your neighbour just changed the times. Please look at them again.')

export const offeredTime = ({ times }: Appointment, start: string): { startsAt: Date; endsAt: Date } | undefined => {
  const found = times.find(([from]) => Date.parse(from) === Date.parse(start))
  return found && { startsAt: new Date(found[0]), endsAt: new Date(found[1]) }
}
