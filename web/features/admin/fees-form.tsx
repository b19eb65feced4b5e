import { zodResolver } from '@hookform/resolvers/zod'
import type { SyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { mutate } from 'swr'
import type { z } from 'zod'
import { type Settings, updateSettings as endpoint } from '../../../src/modules/admin/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { SETTINGS_KEY, updateSettings } from './api.ts'

type Values = z.input<typeof endpoint.body>
type Fees = z.output<typeof endpoint.body>

const FIELDS = [
  {
    name: 'transactionFeePercentage',
    label: 'Transaction fee (%)',
    hint: 'Added in tokens to the price of every purchase.',
  },
  {
    name: 'processingFeePercentage',
    label: 'Processing fee (%)',
    hint: 'What the card provider keeps. Buyers always pay $3.50.',
  },
] as const

export function FeesForm({ settings }: { settings: Settings }) {
  const { processingFeePercentage, transactionFeePercentage } = settings
  const { register, handleSubmit, reset, formState } = useForm<Values, unknown, Fees>({
    resolver: zodResolver(endpoint.body),
    defaultValues: { processingFeePercentage, transactionFeePercentage },
  })
  const { errors, isDirty, isSubmitting } = formState
  const save = async (fees: Fees) => {
    try {
      const saved = await updateSettings(fees)
      await mutate(SETTINGS_KEY, saved, { revalidate: false })
      reset({
        processingFeePercentage: saved.processingFeePercentage,
        transactionFeePercentage: saved.transactionFeePercentage,
      })
      toast({ title: 'Updated!', description: 'Fees have been updated.' })
    } catch (error) {
      toast({ title: 'Update Failed', description: messageFrom(error, 'Failed to update fees'), tone: 'danger' })
    }
  }
  const submit = (event: SyntheticEvent) => void handleSubmit(save)(event)
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {FIELDS.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]?.message}>
          {(control) => <TextInput {...control} inputMode="decimal" className="figures" {...register(name)} />}
        </Field>
      ))}
      <Button type="submit" pending={isSubmitting} disabled={!isDirty} className="self-start">
        Save Fees
      </Button>
    </form>
  )
}
