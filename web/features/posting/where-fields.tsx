import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { Field } from '../../ui/field.tsx'
import { Select, TextInput } from '../../ui/inputs.tsx'
import type { ListingForm } from './listing-form.ts'

/** How a neighbour gets it. */
export function WhereFields({ form }: { form: ListingForm }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-xl font-extrabold">Pickup and contact</legend>
      <Field label="City" hint="The only part everyone sees." error={errors.city?.message}>
        {(control) => <TextInput {...control} autoComplete="address-level2" {...register('city')} />}
      </Field>
      <Field label="Pickup address" hint="Shared after purchase only." error={errors.pickupAddress?.message}>
        {(control) => <TextInput {...control} autoComplete="street-address" {...register('pickupAddress')} />}
      </Field>
      <Field label="Contact name" error={errors.contactName?.message}>
        {(control) => <TextInput {...control} autoComplete="name" {...register('contactName')} />}
      </Field>
      <Field label="Contact email" error={errors.contactEmail?.message}>
        {(control) => <TextInput {...control} type="email" autoComplete="email" {...register('contactEmail')} />}
      </Field>
      <Field label="Contact phone" optional error={errors.contactPhone?.message}>
        {(control) => <TextInput {...control} type="tel" autoComplete="tel" {...register('contactPhone')} />}
      </Field>
      <Field label={ATTRIBUTES.deliveryOption.label} error={errors.deliveryOption?.message}>
        {(control) => (
          <Select {...control} {...register('deliveryOption')}>
            {Object.entries(ATTRIBUTES.deliveryOption.choices)
              .toReversed()
              .map(([option, label]) => (
                <option key={option} value={option}>
                  {label}
                </option>
              ))}
          </Select>
        )}
      </Field>
    </fieldset>
  )
}
