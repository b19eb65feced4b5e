import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Fold } from '../../ui/forms/fold.tsx'
import { Select, TextInput } from '../../ui/forms/inputs.tsx'
import type { ListingForm } from './listing-form.ts'

const KNOWN = ['city', 'pickupAddress', 'contactName', 'contactEmail'] as const

/** The way to a neighbour. @param short in one line, once it is known */
export function WhereFields({ form, short }: { form: ListingForm; short: boolean }) {
  const { register, formState, watch } = form
  const { errors } = formState
  const fields = (
    <div className="grid gap-4 sm:grid-cols-2">
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
    </div>
  )
  const [city, pickupAddress, contactName] = watch(KNOWN)
  return (
    <fieldset>
      <legend className="mb-3 text-xl font-extrabold">{t('Pickup and contact')}</legend>
      {short ? (
        <Fold
          line={t('{street}, {city} · {name}', { street: pickupAddress, city, name: contactName })}
          open={!watch(KNOWN).every(Boolean)}
          wrong={[...KNOWN, 'contactPhone', 'deliveryOption'].some((field) => field in errors)}
        >
          {fields}
        </Fold>
      ) : (
        fields
      )}
    </fieldset>
  )
}
