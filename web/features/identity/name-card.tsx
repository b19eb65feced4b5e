import { useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call, fieldError, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { setAnswer } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { PictureField } from './picture-field.tsx'

/** The member as neighbours know them: name and picture. */
export function NameCard({ member }: { member: User }) {
  const [firstName, setFirstName] = useState(member.firstName ?? '')
  const [lastName, setLastName] = useState(member.lastName ?? '')
  const { submit, pending, error } = useAction(async () => {
    try {
      await setAnswer(path('/api/auth/user'), await call('PATCH /api/users/me', { body: { firstName, lastName } }))
    } catch (failure) {
      const description = messageFrom(failure, t('Failed to save your information'))
      toast({ title: t('Error'), description, tone: 'danger' })
      throw failure
    }
    toast({ title: t('Settings saved!'), description: t('Your account information has been updated.') })
  })
  const same = firstName.trim() === (member.firstName ?? '') && lastName.trim() === (member.lastName ?? '')
  return (
    <Card>
      <h2 className="text-xl font-extrabold">{t('Name & Picture')}</h2>
      <p className="text-muted">
        {t('Everyone sees your first name. People you message see your picture, people you trade with your last name.')}
      </p>
      <PictureField member={member} />
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label={t('First name')} error={fieldError(error, 'firstName')}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="given-name"
                value={firstName}
                onChange={(event) => setFirstName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('Last name')} optional error={fieldError(error, 'lastName')}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="family-name"
                value={lastName}
                onChange={(event) => setLastName(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="quiet" pending={pending} disabled={same} className="self-start">
          {t('Save Name')}
        </Button>
      </form>
    </Card>
  )
}
