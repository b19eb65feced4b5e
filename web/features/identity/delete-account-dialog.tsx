import { type SubmitEvent, useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call } from '../../lib/api.ts'
import { countTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { becomeMember } from '../../lib/offline/whose-device.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { useFreshCode } from './use-fresh-code.tsx'

const WORD = 'DELETE'
const home = () => window.location.assign('/')

interface Props {
  member: User
  onOpenChange: (open: boolean) => void
}

export default function DeleteAccountDialog({ member, onOpenChange }: Props) {
  const [gone, setGone] = useState(false)
  if (!gone) return <Question member={member} onDeleted={() => setGone(true)} onOpenChange={onOpenChange} />
  return (
    <Dialog
      open
      onOpenChange={home}
      title={t('Your account is deleted')}
      description={t("Thank you for being a neighbour. You're welcome back any time.")}
    >
      <DialogActions>
        <Button onClick={home}>{t('Back to Home')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Question({ member, onDeleted, onOpenChange }: Props & { onDeleted: () => void }) {
  const [typed, setTyped] = useState('')
  const { withCode, dialog } = useFreshCode(member)
  const { run, pending, error } = useAction(() =>
    withCode(async () => {
      await call('DELETE /api/users/me')
      becomeMember(null)
      onDeleted()
    }),
  )
  const sure = typed.trim().toUpperCase() === WORD
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (sure) void run()
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Delete your account?')}
      description={t('This cannot be undone.')}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="rounded-input bg-danger-soft p-3">
          <h3 className="font-semibold text-danger">{t('What goes')}</h3>
          <ul className="mt-1 list-disc ps-5 text-sm">
            <li>{t("Your name, email address, picture, contact details and children's ages.")}</li>
            <li>{t('Your listings: they are withdrawn, and their photos and addresses removed.')}</li>
            <li>{t('Your {tokens}: nobody can spend them any more.', { tokens: countTokens(member.tokens) })}</li>
          </ul>
        </div>
        <div className="rounded-input bg-sunken p-3">
          <h3 className="font-semibold">{t('What stays')}</h3>
          <ul className="mt-1 list-disc ps-5 text-sm">
            <li>{t('The record of every token that moved, without your name.')}</li>
            <li>
              {t('What you wrote to neighbours and what they bought from you, now shown as from “Former neighbour”.')}
            </li>
          </ul>
        </div>
        <Field label={t('Type {word} to confirm', { word: WORD })}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <FormError error={error} />
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('Keep my account')}
          </Button>
          <Button type="submit" variant="danger" pending={pending} disabled={!sure}>
            {t('Delete my account')}
          </Button>
        </DialogActions>
      </form>
      {dialog}
    </Dialog>
  )
}
