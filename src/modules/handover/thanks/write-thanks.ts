import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { THANKS_DAYS, type ThanksChip } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { words } from '../../../platform/language/words.ts'
import { changeTrade } from '../trade/change-trade.ts'
import { nameOf, announce } from '../trade/announce.ts'
import { memberOf, otherSide } from '../trade/trade.ts'
import { announceThanks } from './follow-thanks.ts'
import { Thanks, thanksUntil } from './thanks.ts'

/**
 * One side of a trade thanks the other, once. Neither reads what the other wrote before both have written, or a week is over.
 * @throws Conflict NOT_HANDED_OVER, TOO_LATE, ALREADY_THANKED
 */
export async function writeThanks(
  ctx: Context,
  what: { purchaseId: string; memberId: string; chips: ThanksChip[]; words?: string | undefined },
): Promise<Trade> {
  return changeTrade(ctx, what, async (trx, { order, side, memberId, now }) => {
    const until = thanksUntil(order)
    if (!until) throw new Conflict(HANDOVER_CODES.NOT_HANDED_OVER, 'You can say thank you once it has changed hands')
    if (now > until) {
      const said = say('You can say thank you for {days, plural, one {# day} other {# days}}', { days: THANKS_DAYS })
      throw new Conflict(HANDOVER_CODES.TOO_LATE, said)
    }
    const rows = await Thanks.query(trx).where({ purchase_id: order.id })
    if (rows.some(({ fromId }) => fromId === memberId))
      throw new Conflict(HANDOVER_CODES.ALREADY_THANKED, 'You have said thank you already')
    const id = randomUUID()
    const own = await Thanks.query(trx).insert({
      id,
      purchaseId: order.id,
      fromId: memberId,
      toId: memberOf(order, otherSide(side)),
      chips: what.chips,
      words: what.words ?? null,
      writtenAt: now,
    })
    const [theirs] = rows
    if (theirs) {
      for (const row of [own, theirs]) await announceThanks(trx, row, now)
      return
    }
    await announce(trx, order, otherSide(side), {
      kind: 'thank-yous',
      key: `thanks:${id}:waits`,
      told: 'thanks: waiting',
      facts: { name: await nameOf(trx, order, side) },
      button: words('Say thank you too'),
      now,
    })
  })
}
