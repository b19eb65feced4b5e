import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { formatDay } from '../../lib/time.ts'
import { deliveredPart, lastDelivery, sectionOf } from './order.ts'
import type { Step } from './timeline.tsx'

const day = (time: string | null) => (time === null ? undefined : formatDay(time))

/** How an order went that nothing is awaited of: paid, arranged, delivered; or paid, cancelled, refunded. */
export function purchaseSteps(purchase: Purchase): Step[] {
  const paid: Step = { label: 'Paid', note: day(purchase.purchasedAt), state: 'done' }
  if (sectionOf(purchase) === 'completed') {
    const arrange = purchase.deliveryMethod === 'doordash' ? 'Courier' : 'Pickup'
    return [
      paid,
      { label: `${arrange} arranged`, state: 'done' },
      { label: 'Delivered', note: deliveredPart(purchase) ?? day(lastDelivery(purchase)), state: 'done' },
    ]
  }
  return [
    paid,
    { label: 'Cancelled', note: day(purchase.cancelledAt), state: 'done' },
    purchase.state === 'refunded'
      ? { label: 'Refunded', note: day(purchase.refundedAt), state: 'done' }
      : {
          label: 'Card refund',
          note: purchase.state === 'refund_failed' ? 'failed' : 'on its way',
          state: 'current',
        },
  ]
}
