import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { deliveredPart, lastDelivery, sectionOf } from './order.ts'
import type { Step } from './timeline.tsx'

const day = (time: string | null) => (time === null ? undefined : formatDay(time))

/** The steps of an order of which nothing is awaited: paid, arranged, delivered; or paid, cancelled, refunded. */
export function purchaseSteps(purchase: Purchase): Step[] {
  const paid: Step = { label: t('Paid'), note: day(purchase.purchasedAt), state: 'done' }
  if (sectionOf(purchase) === 'completed') {
    const arranged = purchase.deliveryMethod === 'doordash' ? t('Courier arranged') : t('Pickup arranged')
    return [
      paid,
      { label: arranged, state: 'done' },
      { label: t('Delivered'), note: deliveredPart(purchase) ?? day(lastDelivery(purchase)), state: 'done' },
    ]
  }
  return [
    paid,
    { label: t('Cancelled'), note: day(purchase.cancelledAt), state: 'done' },
    purchase.state === 'refunded'
      ? { label: t('Refunded'), note: day(purchase.refundedAt), state: 'done' }
      : {
          label: t('Card refund'),
          note: purchase.state === 'refund_failed' ? t('failed') : t('on its way'),
          state: 'current',
        },
  ]
}
