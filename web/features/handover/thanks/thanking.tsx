import { Heart } from 'lucide-react'
import { useState } from 'react'
import { THANKS_CHIPS, THANKS_LENGTH, type ThanksChip } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, FieldError } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/inputs.tsx'
import { chipClass } from '../../../ui/chip.ts'
import { THANKS_LABELS } from './thanks-labels.ts'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

type Written = NonNullable<Trade['thanks']['mine']>

/** After a handover: a word of thanks, and what the other side has written. `folded`: the form comes when it is asked for. */
export function Thanking({ trade, folded = false }: { trade: Trade; folded?: boolean }) {
  const [open, setOpen] = useState(!folded)
  const { until, mine, theirs, theyHaveWritten } = trade.thanks
  const name = otherName(trade)
  if (!mine && !theirs && until === null) return null
  return (
    <div role="group" aria-label={t('Thanks')} className="mt-3 flex flex-col gap-3">
      {theirs && <ThankYou by={name} thanks={theirs} />}
      {mine && <ThankYou thanks={mine} />}
      {mine && !theirs && (
        <p className="text-sm text-muted">
          {theyHaveWritten ? '' : t('{name} can read it once they have thanked you too, or after a week.', { name })}
        </p>
      )}
      {!mine && until !== null && !open && (
        <Button variant="quiet" className="self-start" onClick={() => setOpen(true)}>
          <Heart size={18} aria-hidden /> {t('Thank {name}', { name })}
        </Button>
      )}
      {!mine && until !== null && open && <ThanksForm trade={trade} name={name} />}
    </div>
  )
}

/** `by`: where it is the other side's. */
function ThankYou({ by, thanks: { chips, words } }: { by?: string; thanks: Written }) {
  return (
    <div className="rounded-input bg-surface p-3">
      <p className="flex items-center gap-1.5 text-sm font-semibold text-muted">
        <Heart size={16} aria-hidden className="shrink-0 text-heart" />
        {by === undefined ? t('Your thank-you') : t('{name} says thank you', { name: by })}
      </p>
      {chips.length > 0 && <p className="font-semibold">{chips.map((chip) => t(THANKS_LABELS[chip])).join(' · ')}</p>}
      {words !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {words}
        </p>
      )}
    </div>
  )
}

function ThanksForm({ trade, name }: { trade: Trade; name: string }) {
  const [chips, setChips] = useState<ThanksChip[]>([])
  const [words, setWords] = useState('')
  const said = words.trim()
  const { submit, pending, error } = useAction(() =>
    tradeActions(trade).thank({ chips, ...(said !== '' && { words: said }) }),
  )
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div role="group" aria-label={t('What was good about {name}?', { name })}>
        <p className="mb-2 font-semibold">{t('Say thank you to {name}?', { name })}</p>
        <div className="flex flex-wrap gap-2">
          {THANKS_CHIPS.map((chip) => (
            <button
              key={chip}
              type="button"
              aria-pressed={chips.includes(chip)}
              onClick={() => setChips(chips.includes(chip) ? chips.filter((one) => one !== chip) : [...chips, chip])}
              className={chipClass(chips.includes(chip))}
            >
              {t(THANKS_LABELS[chip])}
            </button>
          ))}
        </div>
      </div>
      <Field label={t('A few words')} optional>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            maxLength={THANKS_LENGTH}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      {error !== undefined && (
        <div role="alert">
          <FieldError>{messageFrom(error, t('Please check your connection and try again.'))}</FieldError>
        </div>
      )}
      <Button type="submit" pending={pending} disabled={chips.length === 0 && said === ''} className="self-start">
        <Heart size={18} aria-hidden /> {t('Say thank you')}
      </Button>
    </form>
  )
}
