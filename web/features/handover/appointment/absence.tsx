import { type ReactNode, useState } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { messageFrom } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'
import { tradeActions } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

/** Half an hour into an appointment: one side may say that the other did not come, and the other answers. */
export function Absence({ trade, now }: { trade: Trade; now: number }) {
  const { absence, appointment, side } = trade
  const name = otherName(trade)
  const actions = tradeActions(trade)
  if (side === 'admin') return null
  if (absence?.by === side) {
    return (
      <p role="status" className="mt-3">
        {t("You said that {name} didn't come.", { name })}{' '}
        {absence.answer
          ? t('{name} answered: {word}', { name, word: absence.answer.word ?? t('I was there.') })
          : rich('{name} can answer until {time}.', { name, time: <Deadline at={absence.answerUntil} /> })}{' '}
        {t('You can agree on another time.')}
      </p>
    )
  }
  if (absence) {
    if (absence.answer)
      return <p className="mt-3">{t('You answered: {word}', { word: absence.answer.word ?? t('I was there.') })}</p>
    return (
      <div className="mt-3">
        <p className="font-semibold wrap-anywhere">
          {absence.word === null
            ? t('{name} says that you did not come', { name })
            : t('{name} says that you did not come: “{word}”', { name, word: absence.word })}
        </p>
        {Date.parse(absence.answerUntil) > now && (
          <Say
            label={t('I was there')}
            hint={rich('You can answer until {time}.', { time: <Deadline at={absence.answerUntil} /> })}
            onSay={actions.answerAbsent}
          />
        )}
      </div>
    )
  }
  if (!appointment || Date.parse(appointment.absentFrom) > now) return null
  return <Say label={t('{name} did not come', { name })} onSay={actions.sayAbsent} />
}

interface SayProps {
  label: string
  hint?: ReactNode
  onSay: (word: string) => Promise<void>
}

/** One tap, and a word if one likes. */
function Say({ label, hint, onSay }: SayProps) {
  const [word, setWord] = useState('')
  const { run, pending, error } = useAction(() => onSay(word.trim()))
  return (
    <div className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="quiet" pending={pending} onClick={() => void run()}>
          {label}
        </Button>
        <TextInput
          aria-label={t('A note about it')}
          placeholder={t('Add a note, if you like')}
          maxLength={300}
          value={word}
          onChange={({ target }) => setWord(target.value)}
          className="min-w-0 flex-1 basis-48"
        />
      </div>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      {error !== undefined && (
        <div role="alert">
          <FieldError>{messageFrom(error, t('Please check your connection and try again.'))}</FieldError>
        </div>
      )}
    </div>
  )
}
