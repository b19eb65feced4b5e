import { decidedBy } from '../../../src/modules/purchasing/constants.ts'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { formatDay } from '../../lib/time.ts'
import { deliveredPart, lastDelivery, sectionOf } from './order.ts'
import type { Step } from './timeline.tsx'

const day = (time: string | null) => (time === null ? undefined : formatDay(time))

/** Paid, arranged, delivered; or paid, cancelled, refunded. Of several things that is how far the order is. */
export function purchaseSteps(purchase: Purchase): Step[] {
  const paid: Step = { label: 'Paid', note: day(purchase.purchasedAt), state: 'done' }
  const arrange = purchase.deliveryMethod === 'doordash' ? 'Courier' : 'Pickup'
  const several = purchase.lines.length > 1
  switch (sectionOf(purchase) === 'completed' ? 'delivered' : purchase.state) {
    case 'delivered':
      return [
        paid,
        { label: `${arrange} arranged`, state: 'done' },
        { label: 'Delivered', note: several ? deliveredPart(purchase) : day(lastDelivery(purchase)), state: 'done' },
      ]
    case 'disputed':
      return [
        paid,
        { label: 'Problem reported', note: day(purchase.disputedAt), state: 'current' },
        {
          label: 'Decided',
          note: purchase.disputedAt ? `by ${formatDay(decidedBy(purchase.disputedAt))}` : undefined,
          state: 'open',
        },
      ]
    case 'refund_due':
    case 'refund_failed':
    case 'refunded':
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
    default:
      return [
        paid,
        { label: `Arrange ${arrange.toLowerCase()}`, note: 'in your inbox', state: 'current' },
        { label: 'Delivered', note: several ? deliveredPart(purchase) : undefined, state: 'open' },
      ]
  }
}
