import { type SyntheticEvent, useId, useState } from 'react'
import type { Settings } from '../../../src/modules/admin/settings/contract.ts'
import { SUPPLY_TARGET } from '../../../src/modules/wallet/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { formatTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { setAnswer, useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { TargetPreview } from './target-preview.tsx'

/** The supply that combos and streaks have to fit into, and what the model says of another one. */
export function TargetCard() {
  const { data: settings, error, mutate } = useApi(path('/api/admin/settings'))
  const [tried, setTried] = useState<string>()
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
          {settings && <TargetForm key={settings.supplyTarget ?? ''} settings={settings} onTry={setTried} />}
          {!settings && error !== undefined && (
            <LoadError title={t('The settings could not be loaded')} error={error} onRetry={() => void mutate()} />
          )}
        </section>
      </Card>
      {tried !== undefined && <TargetPreview target={tried} />}
    </div>
  )
}

function TargetForm({ settings, onTry }: { settings: Settings; onTry: (target: string) => void }) {
  const [target, setTarget] = useState(settings.supplyTarget ?? '')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async (supplyTarget: string | null) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await setAnswer(path('/api/admin/settings'), await call('PATCH /api/admin/settings', { body: { supplyTarget } }))
      toast({ title: t('Updated!'), description: t('It applies from the next month we publish.') })
    } catch (error) {
      setProblem(messageFrom(error, t('The target could not be saved. Please try again.')))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void save(target.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <p className="font-semibold">
        {settings.supplyTarget === undefined
          ? t('Off: every bonus is paid in full.')
          : t('{target} tokens for each active member.', { target: formatTokens(settings.supplyTarget) })}
      </p>
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
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={busy} disabled={target.trim() === (settings.supplyTarget ?? '')}>
          {t('Save target')}
        </Button>
        <Button
          type="button"
          variant="quiet"
          disabled={!SUPPLY_TARGET.test(target.trim())}
          onClick={() => onTry(target.trim())}
        >
          {t('Try it out')}
        </Button>
        {settings.supplyTarget !== undefined && (
          <Button type="button" variant="quiet" pending={busy} onClick={() => void save(null)}>
            {t('Turn off')}
          </Button>
        )}
      </div>
    </form>
  )
}
