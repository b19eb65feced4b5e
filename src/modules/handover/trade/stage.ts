import { localDay } from '../../../platform/local-time.ts'
import { leadingLine, type Order } from '../../purchasing/index.ts'
import { AWAITING_DELIVERY } from '../../purchasing/states.ts'
import type { Standing } from '../appointment/appointment.ts'
import type { TradeStage } from '../contract.ts'

/** Where a trade stands: by the thing of it that most wants to be looked at, then by what the two have agreed on. */
export function stageOf(order: Order, { offer, agreed }: Standing, at: { now: Date; timeZone: string }): TradeStage {
  const { state, deliveredBy, cancelledBy } = leadingLine(order)
  switch (state) {
    case 'reserved':
      return 'to_pay'
    case 'disputed':
      return 'problem'
    case 'delivered':
      return deliveredBy === 'admin' ? 'decided' : 'handed_over'
    case 'paid':
      break
    case 'expired':
      return 'refunded'
    case 'refund_due':
    case 'refunded':
    case 'refund_failed':
      return cancelledBy === 'seller' ? 'refunded' : 'decided'
  }
  if (!agreed) return offer ? 'times_offered' : 'paid'
  const [day, today] = [localDay(agreed.startsAt, at.timeZone), localDay(at.now, at.timeZone)]
  // One over midnight is today's until it ends. A day later nobody stands at the door.
  if (day < today && agreed.endsAt <= at.now) return 'agreed'
  if (agreed.buyerHereAt ?? agreed.sellerHereAt) return 'at_the_door'
  return day <= today ? 'today' : 'agreed'
}

/** Whether anything of the order is still to change hands. */
export const isAwaited = ({ lines }: Order): boolean => lines.some(({ state }) => AWAITING_DELIVERY.includes(state))
