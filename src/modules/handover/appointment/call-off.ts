import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { changeTrade, requireAwaited } from '../trade/change-trade.ts'
import { nameOf, announce, titleOf } from '../trade/announce.ts'
import { otherSide } from '../trade/trade.ts'
import { changeAppointment, standingOf } from './appointment.ts'

/**
 * One side calls the appointment off, or what is only offered; the other is told. Nobody is blamed for it.
 * @throws Conflict TRADE_OVER; NO_APPOINTMENT where there is neither, or the time is over
 */
export async function callOff(
  ctx: Context,
  what: { purchaseId: string; memberId: string; reason?: string | undefined },
): Promise<Trade> {
  return changeTrade(ctx, what, async (trx, { order, side, memberId, now }) => {
    requireAwaited(order)
    const { offer, agreed } = await standingOf(trx, order.id)
    const standing = [offer, agreed].filter((row) => row !== null)
    const [first] = standing
    // After the beginning it is a matter of who came.
    if (!first || (agreed && agreed.startsAt <= now)) throw noAppointment()
    for (const row of standing)
      await changeAppointment(trx, row, {
        state: 'called_off',
        calledOffBy: memberId,
        callOffReason: what.reason ?? null,
      })
    await announce(trx, order, otherSide(side), {
      kind: 'trades',
      key: `appointment:${(agreed ?? first).id}:called-off`,
      told: 'appointment: called off',
      facts: { name: await nameOf(trx, order, side), things: titleOf(order) },
      button: words('Offer other times'),
      now,
    })
  })
}

export const noAppointment = () => new Conflict(HANDOVER_CODES.NO_APPOINTMENT, 'There is no appointment to change')
