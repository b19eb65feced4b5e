import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { CONDITIONS } from '../../../src/modules/catalog/contract.ts'
import { AGE_RANGES } from '../../../src/modules/identity/constants.ts'
import { Field } from '../../ui/field.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { Mark } from '../../ui/mark.tsx'
import { AGE_LABELS, CONDITION_HINTS, CONDITION_LABELS, categoryLabel } from '../listing/labels.ts'
import { DESCRIPTION_HINT, type ListingForm, numericText } from './listing-form.ts'
import { type SuggestedField, unsureFields } from './suggestions.ts'
import { useCategories } from '../listing/use-categories.ts'

interface Props {
  form: ListingForm
  /** What an analyser has filled in. */
  analysis: Analysis | undefined
}

/** What the item is. */
export function WhatFields({ form, analysis }: Props) {
  const { register, watch, setValue, formState } = form
  const { errors, dirtyFields, defaultValues } = formState
  // Includes the original category, so that the member can go back to it.
  const categories = useCategories(defaultValues?.category ?? watch('category'), watch('category'))
  const unsure = analysis ? unsureFields(analysis) : []
  const mark = (field: SuggestedField) =>
    analysis &&
    !dirtyFields[field] &&
    watch(field) !== '' &&
    (unsure.includes(field) ? <Mark>check this</Mark> : <Mark>suggested</Mark>)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-xl font-extrabold">The item</legend>
      <Field label="Title" mark={mark('title')} error={errors.title?.message} className="sm:col-span-2">
        {(control) => <TextInput {...control} {...register('title')} />}
      </Field>
      <Field
        label="Description"
        mark={mark('description')}
        hint={DESCRIPTION_HINT}
        error={errors.description?.message}
        className="sm:col-span-2"
      >
        {(control) => <TextArea {...control} {...register('description')} />}
      </Field>
      <Field label="Category" error={errors.category?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('category', {
              onChange: (event: { target: { value: string } }) => {
                if (event.target.value !== 'baby-clothes') setValue('ageSize', null)
              },
            })}
          >
            {categories.map((category) => (
              <option key={category} value={category}>
                {categoryLabel(category)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Condition" mark={mark('condition')} error={errors.condition?.message}>
        {(control) => (
          <Select {...control} {...register('condition')}>
            {CONDITIONS.map((condition) => (
              <option key={condition} value={condition}>
                {CONDITION_LABELS[condition]} ({CONDITION_HINTS[condition]})
              </option>
            ))}
          </Select>
        )}
      </Field>
      {watch('category') === 'baby-clothes' && (
        <Field label="Age/Size" optional error={errors.ageSize?.message}>
          {(control) => (
            <Select {...control} {...register('ageSize', { setValueAs: (value: string | null) => value || null })}>
              <option value="">Not chosen</option>
              {AGE_RANGES.map((range) => (
                <option key={range} value={range}>
                  {AGE_LABELS[range]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label="Weight (lbs)"
        mark={mark('weightLbs')}
        optional
        hint="Counts towards what we keep out of landfill."
        error={errors.weightLbs?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            {...register('weightLbs', {
              onChange: (event: { target: { value: string } }) =>
                setValue('weightLbs', numericText(event.target.value), { shouldDirty: true }),
            })}
          />
        )}
      </Field>
    </fieldset>
  )
}
