import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select, TextInput } from '../../ui/forms/inputs.tsx'
import type { ListingForm } from './listing-form.ts'

/** How a neighbour gets it. */
export function WhereFields({ form }: { form: ListingForm }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-xl font-extrabold">{t('Pickup and contact')}</legend>
      <Field label={t('City')} hint={t('The only part everyone sees.')} error={errors.city?.message}>
        {(control) => <TextInput {...control} autoComplete="address-level2" {...register('city')} />}
      </Field>
      <Field label={t('Pickup address')} hint={t('Shared after purchase only.')} error={errors.pickupAddress?.message}>
        {(control) => <TextInput {...control} autoComplete="street-address" {...register('pickupAddress')} />}
      </Field>
      <Field label={t('Contact name')} error={errors.contactName?.message}>
        {(control) => <TextInput {...control} autoComplete="name" {...register('contactName')} />}
      </Field>
      <Field label={t('Contact email')} error={errors.contactEmail?.message}>
        {(control) => <TextInput {...control} type="email" autoComplete="email" {...register('contactEmail')} />}
      </Field>
      <Field label={t('Contact phone')} optional error={errors.contactPhone?.message}>
        {(control) => <TextInput {...control} type="tel" autoComplete="tel" {...register('contactPhone')} />}
      </Field>
      <Field label={t(ATTRIBUTES.deliveryOption.label)} error={errors.deliveryOption?.message}>
        {(control) => (
          <Select {...control} {...register('deliveryOption')}>
            {Object.entries(ATTRIBUTES.deliveryOption.choices)
              .toReversed()
              .map(([option, label]) => (
                <option key={option} value={option}>
                  {t(label)}
                </option>
              ))}
          </Select>
        )}
      </Field>
    </fieldset>
  )
}
