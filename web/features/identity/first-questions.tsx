import { type SubmitEvent, useState } from 'react'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { MonthOfBirth, NO_MONTH } from './month-of-birth.tsx'

/** A new member answers these after the name, so that home shows what fits, nearby. Both can be left. */
export function FirstQuestions({ onDone }: { onDone: () => void }) {
  const [city, setCity] = useState('')
  const [born, setBorn] = useState(NO_MONTH)
  const half = (born.month === '') !== (born.year === '')
  const { run, pending, error } = useAction(async () => {
    if (half) return
    const month = `${born.year}-${born.month}`
    if (month !== '-') await call('PATCH /api/users/me/children-born', { body: { childrenBorn: [month] } })
    if (city.trim() !== '') await call('PATCH /api/users/me', { body: { defaultCity: city } })
    onDone()
  })
  const [sent, setSent] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    void run()
  }
  const wrongCity = fieldError(error, 'defaultCity')
  const wrongMonth = sent && half ? t('Please choose a month and a year') : fieldError(error, 'childrenBorn')
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p>{t('Two questions, so we can show you what fits. You can skip both.')}</p>
      <Field
        label={t('Where do you live?')}
        optional
        hint={t('A city or a postcode, no address. Others see it only on what you list.')}
        error={wrongCity}
      >
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            autoComplete="address-level2"
            maxLength={100}
            value={city}
            onChange={(event) => setCity(event.target.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-semibold">{t('When was your youngest born?')}</legend>
        <div className="flex flex-wrap items-end gap-3">
          <MonthOfBirth value={born} error={wrongMonth} onChange={setBorn} />
        </div>
        <p className="mt-1 text-sm text-muted">{t('Nobody else sees this. It goes with your account.')}</p>
      </fieldset>
      {error !== undefined && !wrongCity && !wrongMonth && (
        <FieldError>{messageFrom(error, t("That didn't work. Please try again."))}</FieldError>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending} className="flex-1">
          {t('Show me what fits')}
        </Button>
        <Button variant="plain" onClick={onDone}>
          {t('Skip for now')}
        </Button>
      </div>
    </form>
  )
}
