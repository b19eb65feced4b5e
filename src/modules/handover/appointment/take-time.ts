import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { inWords } from '../../../platform/local-time.ts'
import { subject } from '../../../platform/sending/mail.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade, requireAwaited } from '../trade/change-trade.ts'
import { nameOf, tell, titleOf } from '../trade/tell.ts'
import { otherSide } from '../trade/trade.ts'
import { changeAppointment, standingOf } from './appointment.ts'
import { offeredTime, timesChanged } from './offer-times.ts'

const COURIER_WORDS = {
  buyer: 'Please book the courier for that time now. You pay them directly.',
  seller: "The buyer's courier comes then; you only hand it over.",
}

/**
 * The other side takes one of the offered times. It takes the place of what was agreed before.
 * @throws Conflict TRADE_OVER; TIMES_CHANGED where it is not offered (any more), or by oneself; TIME_PASSED
 */
export async function takeTime(
  ctx: Context,
  what: { purchaseId: string; memberId: string; offerId: string; start: string },
): Promise<Trade> {
  const timeZone = ctx.config.MARKET_TIME_ZONE
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
    const when = inWords({ start: taken.startsAt, end: taken.endsAt }, timeZone)
    const name = await nameOf(trx, order, side)
    const courier = order.deliveryMethod === 'doordash' ? ` ${COURIER_WORDS[otherSide(side)]}` : ''
    await tell(trx, order, otherSide(side), {
      kind: 'trades',
      key: `appointment:${offer.id}:agreed`,
      title: subject`Time agreed`,
      body: `${name} confirmed ${when} (${timeZone}) for ${titleOf(order)}.${courier}`,
      button: 'See the appointment',
      now,
    })
  })
}
