import type { Trade } from '../../../src/modules/handover/contract.ts'
import { formatDay } from '../../lib/time.ts'
import type { Step } from '../purchasing/timeline.tsx'
import { deliveredPart } from '../purchasing/order.ts'
import { formatDayOf } from './times.ts'
import { isByCourier } from './words.ts'

/** Paid, a time agreed, at the door; or paid, a problem, decided. `paidAt` and the rest as ISO 8601. */
export function tradeSteps(trade: Trade, paidAt: string | null, now: number): Step[] {
  const paid: Step = { label: 'Paid', note: paidAt === null ? undefined : formatDay(paidAt), state: 'done' }
  const { stage, problem, appointment, timeZone } = trade
  if (stage === 'problem' && problem) {
    return [
      paid,
      { label: 'Problem reported', note: formatDay(problem.reportedAt), state: 'current' },
      { label: 'Decided', note: `by ${formatDay(problem.decidedBy)}`, state: 'open' },
    ]
  }
  const part = trade.lines.length > 1 ? deliveredPart(trade) : undefined
  return [
    paid,
    appointment
      ? { label: 'Time agreed', note: formatDayOf(appointment.start, timeZone, now), state: 'done' }
      : { label: 'Agree on a time', state: 'current' },
    { label: isByCourier(trade) ? 'Courier' : 'At the door', note: part, state: appointment ? 'current' : 'open' },
  ]
}
