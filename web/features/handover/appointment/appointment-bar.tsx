import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { path } from '../../../lib/api.ts'
import { rich } from '../../../lib/t.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

const CallOffDialog = lazyDialog(() => import('./call-off-dialog.tsx'))

/** So that all three are in one row on a phone. */
const TIGHT = 'gap-1.5! px-3!'

/** What can be done with an appointment: into the calendar, another time, or off. */
export function AppointmentBar({ trade, onChange }: { trade: Trade; onChange: () => void }) {
  const [callingOff, setCallingOff] = useState(false)
  return (
    <div className="mt-3 -mb-2 -ms-3 flex flex-wrap">
      <a
        href={path('/api/purchases/:id/appointment.ics', { params: { id: trade.purchaseId } })}
        download
        className={`${buttonClass({ variant: 'plain' })} ${TIGHT}`}
      >
        <CalendarPlus size={18} aria-hidden />{' '}
        {rich('Calendar <hidden>file of the appointment</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </a>
      <Button variant="plain" className={TIGHT} onClick={onChange}>
        {rich('Change <hidden>the time</hidden>', { hidden: (text) => <span className="sr-only">{text}</span> })}
      </Button>
      <Button
        variant="plain"
        className={TIGHT}
        onPointerEnter={CallOffDialog.prime}
        onClick={() => setCallingOff(true)}
      >
        {rich('Call off <hidden>the appointment</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </Button>
      {callingOff && (
        <CallOffDialog name={otherName(trade)} onCallOff={tradeActions(trade).callOff} onOpenChange={setCallingOff} />
      )}
    </div>
  )
}
