import type { Sale, SaleLine } from '../../../src/modules/purchasing/contract.ts'
import { countTokens } from '../../lib/format.ts'
import { formatDay } from '../../lib/time.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { deliveredPart, isAwaited, lastDelivery, sectionOf } from './order.ts'
import type { Step } from './timeline.tsx'

const day = (time: string | null) => (time === null ? undefined : formatDay(time))

/** Paid, handed over, earned; or paid, cancelled. */
export function saleSteps(sale: Sale): Step[] {
  const paid: Step = { label: 'Paid', note: day(sale.purchasedAt), state: 'done' }
  const completed = sectionOf(sale) === 'completed'
  const tokens = tokensOf(sale.lines.filter((line) => (completed ? line.state === 'delivered' : isAwaited(line))))
  switch (completed ? 'delivered' : sale.state) {
    case 'delivered':
      return [
        paid,
        {
          label: 'Handed over',
          note: sale.lines.length > 1 ? deliveredPart(sale) : day(lastDelivery(sale)),
          state: 'done',
        },
        { label: `${tokens} earned`, state: 'done' },
      ]
    case 'disputed':
      return [
        paid,
        { label: 'Problem reported', note: day(sale.disputedAt), state: 'current' },
        { label: tokens, note: 'in escrow', state: 'open' },
      ]
    case 'paid':
      return [
        paid,
        { label: sale.lines.length > 1 ? 'Hand them over' : 'Hand it over', note: 'see your inbox', state: 'current' },
        { label: tokens, note: 'in escrow', state: 'open' },
      ]
    default:
      return [
        paid,
        {
          label: CANCELLED[sale.cancelledBy ?? 'seller'],
          note: day(sale.cancelledAt),
          state: 'done',
        },
      ]
  }
}

const CANCELLED = {
  seller: 'Cancelled by you',
  admin: 'Cancelled by an admin',
  clock: 'Refunded at the deadline',
}

const tokensOf = (lines: SaleLine[]) => countTokens(addTokens(...lines.map(({ tokenPrice }) => tokenPrice)))
