import type { Trade } from '../../../src/modules/handover/contract.ts'
import { formatDay } from '../../lib/time.ts'
import { Deadline } from '../../ui/deadline.tsx'
import type { Step } from '../trades/timeline.tsx'
import { deliveredPart } from '../trades/order.ts'
import { formatDayOf } from './times.ts'
import { isByCourier } from './words.ts'

const untilWhen = (words: string, at: string) => (
  <>
    {words} <Deadline at={at} />
  </>
)

/** Paid, a time agreed, at the door; or paid, a problem, decided. `paidAt` and the rest as ISO 8601. */
export function tradeSteps(trade: Trade, paidAt: string | null, now: number): Step[] {
  const paid: Step = { label: 'Paid', note: paidAt === null ? undefined : formatDay(paidAt), state: 'done' }
  const { stage, problem, appointment, timeZone } = trade
  if (stage === 'problem' && problem) {
    const reported = { label: 'Problem reported', note: formatDay(problem.reportedAt) }
    const { announced } = problem
    if (!announced)
      return [
        paid,
        { ...reported, state: 'current' },
        { label: 'Decided', note: untilWhen('by', problem.decidedBy), state: 'open' },
      ]
    const until = announced.takesEffectAt
    return [
      paid,
      { ...reported, state: 'done' },
      announced.appeal
        ? { label: 'Appealed', note: untilWhen('decided by', until), state: 'current' }
        : { label: 'Decided', note: untilWhen('final on', until), state: 'current' },
    ]
  }
  return [
    paid,
    appointment
      ? { label: 'Time agreed', note: formatDayOf(appointment.start, timeZone, now), state: 'done' }
      : { label: 'Agree on a time', state: 'current' },
    {
      label: isByCourier(trade) ? 'Courier' : 'At the door',
      note: deliveredPart(trade),
      state: appointment ? 'current' : 'open',
    },
  ]
}
