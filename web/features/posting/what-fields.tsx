import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { appliesTo, ATTRIBUTES, SHOWN, STARTS } from '../../../src/modules/catalog/attributes.ts'
import { isMetric } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { Field } from '../../ui/field.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { Mark } from '../../ui/mark.tsx'
import { WeightInput } from '../listing/weight-input.tsx'
import { CategoryOptions, ChoiceOptions } from '../listing/choice-options.tsx'
import { DESCRIPTION_HINT, type ListingForm, type ListingValues, numericText } from './listing-form.ts'
import { suggestedValues, unsureFields } from './suggestions.ts'
import { useCategories } from '../listing/use-categories.ts'

interface Props {
  form: ListingForm
  /** What an analyser has filled in. */
  analysis: Analysis | undefined
}

/** What the item is. */
export function WhatFields({ form, analysis }: Props) {
  const { register, watch, setValue, formState } = form
  const { errors, dirtyFields, defaultValues, isSubmitted } = formState
  // Includes the original category, so that the member can go back to it.
  const categories = useCategories(defaultValues?.category ?? watch('category'), watch('category'))
  const unsure: (keyof ListingValues)[] = analysis ? unsureFields(analysis) : []
  const mark = (field: keyof ListingValues) =>
    analysis &&
    field in suggestedValues(analysis) &&
    !dirtyFields[field] &&
    watch(field) !== '' &&
    (unsure.includes(field) ? <Mark>{t('check this')}</Mark> : <Mark>{t('suggested')}</Mark>)
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-xl font-extrabold">{t('The item')}</legend>
      <Field label={t('Title')} mark={mark('title')} error={errors.title?.message} className="sm:col-span-2">
        {(control) => <TextInput {...control} {...register('title')} />}
      </Field>
      <Field
        label={t('Description')}
        mark={mark('description')}
        hint={t(DESCRIPTION_HINT)}
        error={errors.description?.message}
        className="sm:col-span-2"
      >
        {(control) => <TextArea {...control} {...register('description')} />}
      </Field>
      <Field label={t('Category')} error={errors.category?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('category', {
              onChange: (event: { target: { value: string } }) => {
                if (!appliesTo('ageSize', event.target.value)) setValue('ageSize', null)
              },
            })}
          >
            <CategoryOptions categories={categories} />
          </Select>
        )}
      </Field>
      {SHOWN.form
        .filter((name) => appliesTo(name, watch('category')))
        .map((name) => (
          <Field
            key={name}
            label={t(ATTRIBUTES[name].label)}
            mark={mark(name)}
            optional={STARTS[name] === null}
            error={errors[name]?.message}
          >
            {(control) => (
              <Select {...control} {...register(name, { setValueAs: (value: string | null) => value || null })}>
                {STARTS[name] === null && <option value="">{t('Not chosen')}</option>}
                <ChoiceOptions of={name} hinted />
              </Select>
            )}
          </Field>
        ))}
      <Field
        label={isMetric() ? t('Weight (kg)') : t('Weight (lbs)')}
        mark={mark('weightLbs')}
        optional
        hint={t('Counts towards what we keep out of landfill.')}
        error={errors.weightLbs?.message}
      >
        {(control) => (
          <WeightInput
            {...control}
            name="weightLbs"
            lbs={String(watch('weightLbs'))}
            onLbs={(lbs) => setValue('weightLbs', numericText(lbs), { shouldDirty: true, shouldValidate: isSubmitted })}
          />
        )}
      </Field>
    </fieldset>
  )
}
