import type { QuietHours } from '../../../src/modules/notifications/contract.ts'
import { t } from '../../lib/t.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'

interface Props {
  hours: QuietHours | null
  timeZone: string
  onChange: (hours: QuietHours | null) => void
}

const USUAL: QuietHours = { begins: '22:00', ends: '07:00' }

/** The hours in which nothing is sent. A time is kept when its field is left. */
export function QuietHoursFields({ hours, timeZone, onChange }: Props) {
  const saved = hours ?? USUAL
  const [begins, setBegins] = useTyped(saved.begins)
  const [ends, setEnds] = useTyped(saved.ends)
  const edited = { begins, ends }
  const isWhole = edited.begins !== '' && edited.ends !== '' && edited.begins !== edited.ends
  const keep = () => {
    const isNew = edited.begins !== hours?.begins || edited.ends !== hours.ends
    if (isWhole && isNew) onChange(edited)
  }
  return (
    <fieldset className="mt-4 border-t border-line pt-3">
      <legend className="sr-only">{t('Quiet hours')}</legend>
      <Checkbox
        label={t('Quiet hours')}
        hint={t('We hold notifications until they end. Times of {timeZone}.', { timeZone })}
        checked={hours !== null}
        onChange={(checked) => onChange(checked ? (isWhole ? edited : USUAL) : null)}
      />
      {hours && (
        <div className="mt-2 flex flex-wrap items-center gap-3 ps-9 @max-[15rem]:ps-0">
          {(['begins', 'ends'] as const).map((side) => (
            <label key={side} className="flex max-w-full flex-wrap items-center gap-2">
              {side === 'begins' ? t('From') : t('to')}
              <TextInput
                type="time"
                value={edited[side]}
                aria-label={side === 'begins' ? t('Quiet from') : t('Quiet until')}
                onChange={(event) => (side === 'begins' ? setBegins : setEnds)(event.target.value)}
                onBlur={keep}
                className="w-36! max-w-full min-w-0"
              />
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
