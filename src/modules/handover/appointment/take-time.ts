import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade, requireAwaited } from '../trade/change-trade.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { otherSide } from '../trade/trade.ts'
import { changeAppointment, standingOf, timesOf } from './appointment.ts'
import { offeredTime, timesChanged } from './offer-times.ts'

/** The notices where a courier comes: each side has something else to do. */
const WITH_COURIER = {
  buyer: 'appointment: agreed, and you book the courier',
  seller: 'appointment: agreed, and the courier comes',
} as const

/**
 * The other side takes one of the offered times. It takes the place of what was agreed before.
 * @throws Conflict TRADE_OVER; TIMES_CHANGED where it is not offered (any more), or by oneself; TIME_PASSED
 */
export async function takeTime(
  ctx: Context,
  what: { purchaseId: string; memberId: string; offerId: string; start: string },
): Promise<Trade> {
  const timeZone = ctx.site.timeZone
  return changeTrade(ctx, what, async (trx, { order, side, memberId, now }) => {
    requireAwaited(order)
    const { offer, agreed } = await standingOf(trx, order.id)
    if (agreed?.id === what.offerId && agreed.startsAt.getTime() === Date.parse(what.start)) return
    const taken = offer?.id === what.offerId && offer.offeredBy !== memberId && offeredTime(offer, what.start)
    if (!taken) throw timesChanged()
    if (taken.startsAt <= now)
      throw new Conflict(
        HANDOVER_CODES.TIME_PASSED,
        'This time has already started. Please choose or offer a later one.',
      )
    if (agreed) await changeAppointment(trx, agreed, { state: 'replaced' })
    await changeAppointment(trx, offer, { state: 'agreed', agreedAt: now, ...taken })
    const name = await nameOf(trx, order, side)
    await announce(trx, order, otherSide(side), {
      kind: 'trades',
      key: `appointment:${offer.id}:agreed`,
      told: order.deliveryMethod === 'doordash' ? WITH_COURIER[otherSide(side)] : 'appointment: agreed',
      facts: { name, things: titleOf(order), times: timesOf(taken), zone: timeZone },
      button: words('See the appointment'),
      now,
    })
  })
}
