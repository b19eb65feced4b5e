import type { SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Settings, updateSettings } from '../../../../src/modules/admin/settings/contract.ts'
import { formResolver } from '../../../lib/form-resolver.ts'
import { callUndoable, messageFrom, path } from '../../../lib/api.ts'
import { formatCents, itemFee, pageLook } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { setAnswer } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { undoing } from '../../safety/offer-undo.ts'

type Values = z.input<typeof updateSettings.body>
type Fees = z.output<typeof updateSettings.body>

const fields = () =>
  [
    {
      name: 'transactionFeePercentage',
      label: t('Transaction fee (%)'),
      hint: t('Added in tokens to the price of every purchase.'),
    },
    {
      name: 'processingFeePercentage',
      label: t('Processing fee (%)'),
      hint: t('What the card provider keeps. Buyers always pay {order} for an order and {thing} for each thing.', {
        order: formatCents(pageLook().cardFee.orderCents),
        thing: itemFee(),
      }),
    },
  ] as const

const valuesOf = ({ processingFeePercentage, transactionFeePercentage }: Settings) => ({
  processingFeePercentage,
  transactionFeePercentage,
})

export function FeesForm({ settings }: { settings: Settings }) {
  const { register, handleSubmit, reset, formState } = useForm<Values, unknown, Fees>({
    resolver: formResolver(updateSettings.body),
    values: valuesOf(settings),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty, isSubmitting } = formState
  const save = async (fees: Fees) => {
    try {
      const { answer: saved, act } = await callUndoable('PATCH /api/admin/settings', { body: fees })
      await setAnswer(path('/api/admin/settings'), saved)
      reset(valuesOf(saved), { keepDirtyValues: false })
      toast({ title: t('Updated!'), description: t('Fees have been updated.'), ...undoing([act]) })
    } catch (error) {
      toast({
        title: t('Update Failed'),
        description: messageFrom(error, t("The fees couldn't be saved")),
        tone: 'danger',
      })
    }
  }
  const submit = (event: SyntheticEvent) => void handleSubmit(save)(event)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {fields().map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]?.message}>
          {(control) => <TextInput {...control} inputMode="decimal" className="figures" {...register(name)} />}
        </Field>
      ))}
      <Button type="submit" pending={isSubmitting} disabled={!isDirty} className="self-start">
        {t('Save Fees')}
      </Button>
    </form>
  )
}
