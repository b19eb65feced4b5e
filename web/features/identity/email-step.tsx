import type { SubmitEvent } from 'react'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'

export interface SentCode {
  email: string
  /** The code, shown on screen when no mail is sent. */
  shown: string | undefined
  digits: 6 | 8
}

export function EmailStep({ initial, onSent }: { initial: string; onSent: (sent: SentCode) => void }) {
  const { run, pending, error } = useAction(async (email: string) => {
    const { code, digits = 6 } = await call('POST /api/auth/code', { body: { email } })
    onSent({ email, shown: code, digits })
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void run(emailOf(event.currentTarget))
  }
  const failure = error
    ? (fieldError(error, 'email') ?? messageFrom(error, t("That didn't work. Please try again.")))
    : undefined
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t('Email')} hint={t("We'll send you a six-digit code. No password needed.")} error={failure}>
        {(control) => (
          // Uncontrolled, so that text typed before hydration stays.
          <TextInput {...control} name="email" type="email" autoComplete="email" defaultValue={initial} />
        )}
      </Field>
      <Button type="submit" wide pending={pending}>
        {t('Send code')}
      </Button>
    </form>
  )
}

function emailOf(form: HTMLFormElement): string {
  const email = new FormData(form).get('email')
  return typeof email === 'string' ? email : ''
}
