import { type SyntheticEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { UpdateDefaultsBody, type User } from '../../../src/modules/identity/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { ApiError, call, messageFrom, path } from '../../lib/api.ts'
import { contactEmailOf, contactNameOf } from '../../lib/contact.ts'
import { formResolver } from '../../lib/form-resolver.ts'
import { t } from '../../lib/t.ts'
import { setAnswer } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { toast } from '../../ui/toasts/toast.ts'

interface Props {
  member: User
  /** Takes the focus when it appears. */
  focused: boolean
  onSaved: () => void
  /** Absent while there is nothing to go back to. */
  onCancel?: (() => void) | undefined
}

type Values = z.input<typeof UpdateDefaultsBody>
const FIELDS = [
  {
    name: 'defaultCity',
    label: words('City'),
    autoComplete: 'address-level2',
    hint: words('The only part everyone sees.'),
  },
  { name: 'defaultPickupAddress', label: words('Pickup address'), autoComplete: 'street-address' },
  { name: 'defaultContactName', label: words('Contact name'), autoComplete: 'name' },
  { name: 'defaultContactEmail', label: words('Contact email'), autoComplete: 'email', type: 'email' },
  { name: 'defaultContactPhone', label: words('Contact phone'), autoComplete: 'tel', type: 'tel', optional: true },
] as const

export function DefaultsForm({ member, focused, onSaved, onCancel }: Props) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Values, unknown, UpdateDefaultsBody>({
    resolver: formResolver(UpdateDefaultsBody),
    defaultValues: startingValues(member),
    shouldFocusError: false,
  })
  useEffect(() => {
    if (focused) setFocus('defaultCity')
  }, [focused, setFocus])

  const save = async (defaults: UpdateDefaultsBody) => {
    try {
      await setAnswer(path('/api/auth/user'), await call('PATCH /api/users/me/defaults', { body: defaults }))
    } catch (error) {
      if (error instanceof ApiError) {
        for (const { path, message } of error.details) setError(path[0] as keyof Values, { message })
      }
      const description = messageFrom(error, t('Failed to save your information'))
      toast({ title: t('Error'), description, tone: 'danger' })
      return
    }
    toast({ title: t('Settings saved!'), description: t('Your account information has been updated.') })
    onSaved()
  }
  const submit = (event: SyntheticEvent) => void handleSubmit(save)(event)

  const { errors, isSubmitting, submitCount } = formState
  const wrong = FIELDS.flatMap(({ name }) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ field: name, message }]
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={wrong} attempt={submitCount} onChoose={(field) => setFocus(field as keyof Values)} />
      <div className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, autoComplete, ...rest }) => (
          <Field
            key={name}
            label={t(label)}
            hint={'hint' in rest ? t(rest.hint) : undefined}
            optional={'optional' in rest}
            error={errors[name]?.message}
          >
            {(control) => (
              <TextInput
                {...control}
                type={'type' in rest ? rest.type : 'text'}
                autoComplete={autoComplete}
                {...register(name)}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" pending={isSubmitting}>
          {t('Save Settings')}
        </Button>
      </div>
    </form>
  )
}

/** The saved defaults; for a new member, name and e-mail address. */
function startingValues(member: User): Values {
  return {
    defaultCity: member.defaultCity ?? '',
    defaultPickupAddress: member.defaultPickupAddress ?? '',
    defaultContactName: contactNameOf(member),
    defaultContactEmail: contactEmailOf(member),
    defaultContactPhone: member.defaultContactPhone ?? '',
  }
}
