import type { Sale } from '../../../../src/modules/purchasing/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { countTokens } from '../../../lib/format.ts'
import { t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { addTokens } from '../../../lib/token-cost.ts'
import { deliveredPart, lastDelivery, sectionOf } from '../order.ts'
import type { Step } from '../timeline.tsx'

const day = (time: string | null) => (time === null ? undefined : formatDay(time))

/** The steps of a sale of which nothing is awaited: paid, handed over, earned; or paid, cancelled. */
export function saleSteps(sale: Sale): Step[] {
  const paid: Step = { label: t('Paid'), note: day(sale.purchasedAt), state: 'done' }
  if (sectionOf(sale) !== 'completed')
    return [paid, { label: t(CANCELLED[sale.cancelledBy ?? 'seller']), note: day(sale.cancelledAt), state: 'done' }]
  const earned = sale.lines.filter(({ state }) => state === 'delivered').map(({ tokenPrice }) => tokenPrice)
  return [
    paid,
    { label: t('Handed over'), note: deliveredPart(sale) ?? day(lastDelivery(sale)), state: 'done' },
    { label: t('{tokens} earned', { tokens: countTokens(addTokens(...earned)) }), state: 'done' },
  ]
}

const CANCELLED = {
  seller: words('Cancelled by you'),
  admin: words('Cancelled by an admin'),
  clock: words('Refunded at the deadline'),
}
