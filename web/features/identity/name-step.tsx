import { useState } from 'react'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'

export function NameStep({ onDone }: { onDone: () => void }) {
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const { submit, pending, error } = useAction(async () => {
    await call('PATCH /api/users/me', { body: { firstName, lastName } })
    onDone()
  })
  const first = fieldError(error, 'firstName')
  const last = fieldError(error, 'lastName')
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p>{t('Welcome! You start with 10 tokens. What should neighbours call you?')}</p>
      <Field label={t('First name')} error={first}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            autoComplete="given-name"
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Last name')} optional error={last}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="family-name"
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
          />
        )}
      </Field>
      {error !== undefined && !first && !last && (
        <FieldError>{messageFrom(error, t("That didn't work. Please try again."))}</FieldError>
      )}
      <Button type="submit" wide pending={pending}>
        {t('Continue')}
      </Button>
    </form>
  )
}
