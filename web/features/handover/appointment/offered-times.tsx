import { t } from '../../../lib/t.ts'
import { nameOfZone } from '../../../lib/time.ts'
import { messageFrom } from '../../../lib/api.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { chipClass } from '../../../ui/chip.ts'
import { type Interval, formatInterval } from '../../times/times.ts'

interface Props {
  times: Interval[]
  timeZone: string
  now: number
  /** Absent on the side that offered them. */
  onTake?: ((start: string) => Promise<void>) | undefined
  onOthers: () => void
}

/** Times that wait for an answer: one tap takes one. */
export function OfferedTimes({ times, timeZone, now, onTake, onOthers }: Props) {
  const { run, pending, error } = useAction(async (start: string) => onTake?.(start))
  const words = (time: Interval) => formatInterval(time, timeZone, now)
  const isOver = ({ start }: Interval) => Date.parse(start) <= now
  return (
    <div className="mt-3 flex flex-col gap-3">
      <ul aria-label={t('Offered times')} className="flex flex-wrap gap-2">
        {times.map((time) => (
          <li key={time.start}>
            {onTake ? (
              <button
                type="button"
                disabled={isOver(time)}
                aria-disabled={pending || undefined}
                onClick={() => void run(time.start)}
                className={chipClass(false)}
              >
                {words(time)}
              </button>
            ) : (
              <span className="inline-flex rounded-full bg-surface px-3 py-1 font-semibold">{words(time)}</span>
            )}
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <div role="alert">
          <FieldError>{messageFrom(error, t('Please check your connection and try again.'))}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="plain" className="-ms-4" onClick={onOthers}>
          {onTake ? t('None of these? Suggest others') : t('Offer other times')}
        </Button>
        <p className="text-sm text-muted">{nameOfZone(timeZone)}</p>
      </div>
    </div>
  )
}
