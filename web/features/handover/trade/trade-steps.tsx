import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDay } from '../../../lib/time.ts'
import { Deadline } from '../../../ui/deadline.tsx'
import type { Step } from '../../purchases/timeline.tsx'
import { deliveredPart } from '../../purchases/order.ts'
import { formatDayOf } from '../../times/times.ts'
import { isByCourier } from './words.ts'

/** Paid, a time agreed, at the door; or paid, a problem, decided. `paidAt` and the rest as ISO 8601. */
export function tradeSteps(trade: Trade, paidAt: string | null, now: number): Step[] {
  const paid: Step = { label: t('Paid'), note: paidAt === null ? undefined : formatDay(paidAt), state: 'done' }
  const { stage, problem, appointment, timeZone } = trade
  if (stage === 'problem' && problem) {
    const reported = { label: t('Problem reported'), note: formatDay(problem.reportedAt) }
    const { announced } = problem
    if (!announced)
      return [
        paid,
        { ...reported, state: 'current' },
        { label: t('Decided'), note: rich('by {time}', { time: <Deadline at={problem.decidedBy} /> }), state: 'open' },
      ]
    const time = <Deadline at={announced.takesEffectAt} />
    return [
      paid,
      { ...reported, state: 'done' },
      announced.appeal
        ? { label: t('Appealed'), note: rich('decided by {time}', { time }), state: 'current' }
        : { label: t('Decided'), note: rich('final on {time}', { time }), state: 'current' },
    ]
  }
  return [
    paid,
    appointment
      ? { label: t('Time agreed'), note: formatDayOf(appointment.start, timeZone, now), state: 'done' }
      : { label: t('Agree on a time'), state: 'current' },
    {
      label: isByCourier(trade) ? t('Courier') : t('At the door'),
      note: deliveredPart(trade),
      state: appointment ? 'current' : 'open',
    },
  ]
}
