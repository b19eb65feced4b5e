import { Check, Clock, Footprints, MapPinCheck } from 'lucide-react'
import { HOUR_MS } from '../../../../src/platform/durations.ts'
import { ARRIVAL_HOURS, LATE_MINUTES } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { tradeActions } from '../trade/use-trade.ts'
import { isLongOver, otherName } from '../trade/words.ts'

/** "I'm on my way", "10 minutes late" and "I'm here", one tap each. The seller is fetched from: they don't set out. */
export function Arrival({ trade, now }: { trade: Trade; now: number }) {
  const { appointment, side } = trade
  const { run, pending } = useAction(async (say: 'on_the_way' | 'late' | 'here') => {
    try {
      await tradeActions(trade).say(say)
    } catch (error) {
      const description = messageFrom(error, t('Please check your connection and try again.'))
      toast({ title: t("We couldn't tell {name}", { name: otherName(trade) }), description, tone: 'danger' })
    }
  })
  if (!appointment || side === 'admin' || isLongOver(appointment, now)) return null
  if (Date.parse(appointment.start) - now > ARRIVAL_HOURS * HOUR_MS) return null
  const here = appointment.here[side] !== null
  const onTheWay = appointment.onTheWay[side] !== null
  const late = appointment.late[side] !== null
  if (here) return <Said>{t('{name} knows that you are here.', { name: otherName(trade) })}</Said>
  return (
    <div className="mt-3 flex flex-col gap-2">
      {late && <Said>{t('{name} knows that you are a little late.', { name: otherName(trade) })}</Said>}
      {onTheWay && <Said>{t('{name} knows that you are on your way.', { name: otherName(trade) })}</Said>}
      <div className="flex flex-wrap gap-2">
        {side === 'buyer' && !onTheWay && (
          <Button pending={pending} onClick={() => void run('on_the_way')}>
            <Footprints size={20} aria-hidden /> {t("I'm on my way")}
          </Button>
        )}
        <Button
          variant={side === 'buyer' && !onTheWay ? 'quiet' : 'primary'}
          pending={pending}
          onClick={() => void run('here')}
        >
          <MapPinCheck size={20} aria-hidden /> {t("I'm here")}
        </Button>
        {!late && (
          <Button variant="quiet" pending={pending} onClick={() => void run('late')}>
            <Clock size={20} aria-hidden /> {t('{minutes} minutes late', { minutes: LATE_MINUTES })}
          </Button>
        )}
      </div>
    </div>
  )
}

function Said({ children }: { children: React.ReactNode }) {
  return (
    <p role="status" className="mt-1 flex items-center gap-1.5 text-sm font-semibold text-save">
      <Check size={16} strokeWidth={3} aria-hidden className="shrink-0" /> <span>{children}</span>
    </p>
  )
}
