import { type SubmitEvent, useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { CodeInput } from './code-input.tsx'
import type { SentCode } from './email-step.tsx'

interface Props {
  sent: SentCode
  onResent: (sent: SentCode) => void
  /** Without it there is no other address to use. */
  onBack?: () => void
  submit?: string
  onSignedIn: (member: User) => void
}

export function CodeStep({ sent, onResent, onBack, submit: words = t('Log In'), onSignedIn }: Props) {
  const [code, setCode] = useState('')
  const enter = useAction(async (entered: string) => {
    onSignedIn(await call('POST /api/auth/session', { body: { email: sent.email, code: entered } }))
  })
  const resend = useAction(async () => {
    const { code: shown, digits = 6 } = await call('POST /api/auth/code', { body: { email: sent.email } })
    setCode('')
    onResent({ email: sent.email, shown, digits })
  })
  const change = (entered: string) => {
    setCode(entered)
    if (entered.length === sent.digits) void enter.run(entered)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void enter.run(code)
  }
  const error = enter.error ?? resend.error
  const failure = error
    ? (fieldError(error, 'code') ?? messageFrom(error, t("That didn't work. Please try again.")))
    : undefined
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p>
        {rich('We sent a code to {email}. It is good for 10 minutes.', {
          email: <strong className="font-semibold break-all">{sent.email}</strong>,
        })}
      </p>
      {sent.shown && <ShownCode code={sent.shown} />}
      <Field label={sent.digits === 6 ? t('Six-digit code') : t('Eight-digit code')} error={failure}>
        {(control) => <CodeInput control={control} length={sent.digits} value={code} onChange={change} />}
      </Field>
      <Button type="submit" wide pending={enter.pending}>
        {words}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        {onBack && (
          <Button variant="plain" onClick={onBack}>
            {t('Use another address')}
          </Button>
        )}
        <Button variant="plain" pending={resend.pending} onClick={() => void resend.run()}>
          {t('Send the code again')}
        </Button>
      </div>
    </form>
  )
}

function ShownCode({ code }: { code: string }) {
  return (
    <p role="note" className="rounded-input bg-lamp-soft px-3 py-2 text-sm text-lamp-text">
      {rich('This site sends no mail, so here is your code: {code}', {
        code: <strong className="figures text-base font-extrabold">{code}</strong>,
      })}
    </p>
  )
}
