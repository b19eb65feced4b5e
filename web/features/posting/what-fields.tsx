import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { appliesTo, ATTRIBUTES, SHOWN, STARTS } from '../../../src/modules/catalog/attributes.ts'
import { isMetric } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Fold } from '../../ui/forms/fold.tsx'
import { Select, TextArea, TextInput } from '../../ui/forms/inputs.tsx'
import { Mark } from '../../ui/forms/mark.tsx'
import { WeightInput } from '../listing/weight-input.tsx'
import { CategoryOptions, ChoiceOptions } from '../listing/choice-options.tsx'
import { BagFields, countOf } from './bag-fields.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import { DESCRIPTION_HINT, type ListingForm, type ListingValues, numericText } from './listing-form.ts'
import { suggestedValues, unsureFields } from './suggestions.ts'
import { TitleGuesses } from './title-guesses.tsx'
import { useCategories } from '../listing/use-categories.ts'
import { useFirstWords } from './use-first-words.ts'
import { useSizeOfTitle } from './use-size-of-title.ts'

interface Props {
  form: ListingForm
  /** The analyser's suggestions. */
  analysis: Analysis | undefined
  /** The questions alone, by chips; description and weight in one line. */
  short: boolean
}

export function WhatFields({ form, analysis, short }: Props) {
  const { register, watch, setValue, formState } = form
  const { errors, dirtyFields, defaultValues, isSubmitted } = formState
  // Includes the original category, so that the member can go back to it.
  const categories = useCategories(defaultValues?.category ?? watch('category'), watch('category'))
  useSizeOfTitle(form)
  const composed = useFirstWords(form, short)
  const unsure: (keyof ListingValues)[] = analysis ? unsureFields(analysis) : []
  const mark = (field: keyof ListingValues) =>
    analysis &&
    field in suggestedValues(analysis) &&
    !dirtyFields[field] &&
    watch(field) !== '' &&
    (unsure.includes(field) ? <Mark>{t('check this')}</Mark> : <Mark>{t('suggested')}</Mark>)

  const more = (
    <Field
      label={t('Description')}
      mark={composed ? <Mark>{t('from your answers')}</Mark> : mark('description')}
      hint={t(DESCRIPTION_HINT)}
      error={errors.description?.message}
      className="sm:col-span-2"
    >
      {(control) => <TextArea {...control} {...register('description')} />}
    </Field>
  )
  const weight = (
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
  )
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 text-xl font-extrabold">{t('The item')}</legend>
      <div className="sm:col-span-2">
        <Field label={t('Title')} mark={mark('title')} error={errors.title?.message}>
          {(control) => <TextInput {...control} {...register('title')} />}
        </Field>
        {analysis && !dirtyFields.title && (
          <TitleGuesses
            analysis={analysis}
            onTitle={(title) => setValue('title', title, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
          />
        )}
      </div>
      {!short && more}
      <Field label={t('Category')} error={errors.category?.message}>
        {(control) => (
          <Select
            {...control}
            {...register('category', {
              onChange: (event: { target: { value: string } }) => {
                if (appliesTo('ageSize', event.target.value)) return
                setValue('ageSize', null)
                setValue('sizeTo', null)
              },
            })}
          >
            <CategoryOptions categories={categories} />
          </Select>
        )}
      </Field>
      {SHOWN.form
        .filter((name) => appliesTo(name, watch('category')))
        .map((name) =>
          short ? (
            <ChoiceChips key={name} of={name} form={form} mark={mark(name)} />
          ) : (
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
                  {STARTS[name] !== null && !watch(name) && <option value="">{t('Please choose one')}</option>}
                  <ChoiceOptions of={name} hinted />
                </Select>
              )}
            </Field>
          ),
        )}
      <BagFields
        values={watch()}
        errors={{ bagCount: errors.bagCount?.message, sizeTo: errors.sizeTo?.message }}
        count={register('bagCount', { setValueAs: countOf })}
        largest={register('sizeTo', { setValueAs: (value: string | null) => value || null })}
        onTurn={(values) => {
          for (const [name, value] of Object.entries(values))
            setValue(name as 'bagCount' | 'sizeTo', value as null, { shouldDirty: true })
        }}
      />
      {short ? (
        <div className="sm:col-span-2">
          <Fold
            line={watch('description') || t('Description')}
            open={false}
            wrong={Boolean(errors.description ?? errors.weightLbs)}
          >
            {more}
            <div className="mt-4">{weight}</div>
          </Fold>
        </div>
      ) : (
        weight
      )}
    </fieldset>
  )
}
