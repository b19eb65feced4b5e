import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { messageFrom, path } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

const ConfirmDialog = lazyDialog(() => import('../../../ui/overlays/confirm-dialog.tsx'))

/** So that all three are in one row on a phone. */
const TIGHT = 'gap-1.5! px-3!'

/** The buttons of an appointment: into the calendar, another time, or off. */
export function AppointmentBar({ trade, now, onChange }: { trade: Trade; now: number; onChange?: () => void }) {
  const { run } = useAction(async () => {
    const name = otherName(trade)
    try {
      await tradeActions(trade).callOff()
      toast({ title: t('Called off'), description: t("We've told {name}.", { name }) })
    } catch (error) {
      const description = messageFrom(error, t('Please check your connection and try again.'))
      toast({ title: t("We couldn't tell {name}", { name }), description, tone: 'danger' })
    }
  })
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
      {onChange && (
        <Button variant="plain" className={TIGHT} onClick={onChange}>
          {rich('Change <hidden>the time</hidden>', { hidden: (text) => <span className="sr-only">{text}</span> })}
        </Button>
      )}
      {now < Date.parse(trade.appointment?.start ?? '') && (
        <Button
          variant="plain"
          className={TIGHT}
          onPointerEnter={ConfirmDialog.prime}
          onClick={() => setCallingOff(true)}
        >
          {t("I can't come")}
        </Button>
      )}
      {callingOff && (
        <ConfirmDialog
          title={t("Can't come?")}
          description={t("We'll tell {name} right away. The purchase stays, and you can agree on another time.", {
            name: otherName(trade),
          })}
          confirm={t("I can't come")}
          variant="danger"
          onConfirm={run}
          onOpenChange={setCallingOff}
        />
      )}
    </div>
  )
}
