import { type SyntheticEvent, useId, useState } from 'react'
import type { Settings } from '../../../src/modules/admin/settings/contract.ts'
import type { Market } from '../../../src/modules/economy/contract.ts'
import { SUPPLY_TARGET } from '../../../src/modules/wallet/contract.ts'
import { callUndoable, messageFrom, path } from '../../lib/api.ts'
import { formatTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { refresh, setAnswer, useApi } from '../../lib/use-api.ts'
import { useTyped } from '../../lib/use-typed.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { undoing } from '../safety/offer-undo.ts'
import { nextSentence } from './sentences.ts'
import { TargetPreview, type Tried } from './target-preview.tsx'

/** The supply that combos and streaks have to fit into, and what the model says of another one. */
export function TargetCard({ next }: { next: Market['next'] }) {
  const { data: settings, error, mutate } = useApi(path('/api/admin/settings'))
  const [tried, setTried] = useState<Tried>()
  const heading = useId()
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Card className="p-4">
        <section aria-labelledby={heading}>
          <h2 id={heading} className="text-lg font-extrabold">
            {t('Supply target')}
          </h2>
          <p className="mb-3 text-muted">
            {t(
              "With a target, combos and streaks share the room each month has. We publish it before the month begins; balances aren't touched, and all other bonuses are paid in full. Try it out before you save it.",
            )}
          </p>
          {settings && <TargetForm settings={settings} next={next} onTry={setTried} />}
          {!settings && error !== undefined && (
            <LoadError title={t('The settings could not be loaded')} error={error} onRetry={() => void mutate()} />
          )}
        </section>
      </Card>
      {tried && <TargetPreview {...tried} />}
    </div>
  )
}

interface FormProps {
  settings: Settings
  next: Market['next']
  onTry: (tried: Tried) => void
}

function TargetForm({ settings, next, onTry }: FormProps) {
  const isMoving = settings.supplyTargetMoves === true
  const [target, setTarget] = useTyped(settings.supplyTarget ?? '')
  const [moves, setMoves] = useTyped(isMoving)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (body: { supplyTarget: string | null; supplyTargetMoves: boolean }) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const { answer, act } = await callUndoable('PATCH /api/admin/settings', { body })
      await setAnswer(path('/api/admin/settings'), answer)
      // The figures say how this one moves by itself.
      void refresh(path('/api/admin/market'))
      toast({ title: t('Updated!'), description: t('It applies from the next month we publish.'), ...undoing([act]) })
    } catch (error) {
      setProblem(messageFrom(error, t('The target could not be saved. Please try again.')))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void save({ supplyTarget: target.trim(), supplyTargetMoves: moves })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <p className="font-semibold">
        {settings.supplyTarget === undefined
          ? t('Off: every bonus is paid in full.')
          : t('{target} tokens for each active member.', { target: formatTokens(settings.supplyTarget) })}
      </p>
      {next && <p>{nextSentence(next)}</p>}
      <Field
        label={t('Tokens for each active member')}
        hint={t('From 1 to 1000; it can change by at most a tenth a month.')}
        error={problem}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            className="figures"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label={t('Let it move by itself')}
        hint={t(
          'By a twentieth a month: up where many members lack tokens for something they want, down where many have tokens and find nothing.',
        )}
        checked={moves}
        onChange={setMoves}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          pending={busy}
          disabled={target.trim() === (settings.supplyTarget ?? '') && moves === isMoving}
        >
          {t('Save target')}
        </Button>
        <Button
          type="button"
          variant="quiet"
          disabled={!SUPPLY_TARGET.test(target.trim())}
          onClick={() => onTry({ target: target.trim(), moves })}
        >
          {t('Try it out')}
        </Button>
        {settings.supplyTarget !== undefined && (
          <Button
            type="button"
            variant="quiet"
            pending={busy}
            onClick={() => void save({ supplyTarget: null, supplyTargetMoves: false })}
          >
            {t('Turn off')}
          </Button>
        )}
      </div>
    </form>
  )
}
