import { type SyntheticEvent, useState } from 'react'
import { ADMIN_CODES } from '../../../../src/modules/admin/desk/contract.ts'
import { ApiError, call, messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field, FieldError } from '../../../ui/forms/field.tsx'
import { Illustration } from '../../../ui/illustration.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { toast } from '../../../ui/toasts/toast.ts'

const RELOAD_MS = 1500

/** While there has never been an admin, the first member who asks becomes it. */
export function AdminSetup() {
  const [token, setToken] = useState('')
  const [wantsToken, setWantsToken] = useState(false)
  const [done, setDone] = useState(false)
  const { run, pending, error } = useAction(async () => {
    try {
      const setupToken = token.trim()
      await call('POST /api/admin/setup', { body: setupToken ? { setupToken } : {} })
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === ADMIN_CODES.SETUP_TOKEN_WRONG) setWantsToken(true)
      toast({ title: t('Setup Failed'), description: t('Failed to setup admin'), tone: 'danger' })
      throw failure
    }
    setDone(true)
    toast({ title: t('Success!'), description: t('You are now the admin. Page will reload.') })
    setTimeout(() => window.location.reload(), RELOAD_MS)
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void run()
  }
  const failure = error === undefined ? undefined : messageFrom(error, t('Please check your connection and try again.'))
  return (
    <Card className="mx-auto my-8 w-full max-w-md p-6 text-center md:p-8">
      <Illustration name="compass" size={96} className="mx-auto" />
      <PageHeading className="mt-3 text-2xl font-extrabold">{t('Admin Setup')}</PageHeading>
      <p className="mt-1 text-muted">
        {t('This market has no admin yet. Whoever takes the role sets categories and prices.')}
      </p>
      <form onSubmit={submit} noValidate className="mt-6 flex flex-col gap-4 text-start">
        {wantsToken ? (
          <Field label={t('Setup token')} hint={t('On the server, npx market setup-token prints it.')} error={failure}>
            {(control) => (
              <TextInput
                {...control}
                autoFocus
                autoComplete="off"
                value={token}
                onChange={(event) => setToken(event.target.value)}
              />
            )}
          </Field>
        ) : (
          failure && <FieldError>{failure}</FieldError>
        )}
        <Button type="submit" size="lg" wide pending={pending} disabled={done}>
          {t('Become Admin')}
        </Button>
      </form>
    </Card>
  )
}
