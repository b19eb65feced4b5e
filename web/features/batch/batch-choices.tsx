import type { ReactNode } from 'react'
import { appliesTo, ATTRIBUTES, SHOWN, STARTS } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/inputs.tsx'
import type { BatchListing, BatchValues } from './batch-listing.ts'
import { CategoryOptions, ChoiceOptions } from '../listing/choice-options.tsx'
import { useCategories } from '../listing/use-categories.ts'

interface Props {
  /** Nothing is chosen where a value is missing. */
  values: Partial<BatchValues>
  errors?: BatchListing['errors']
  /** The mark beside what is only guessed. */
  mark?: (field: keyof BatchValues) => ReactNode
  onEdit: (values: Partial<BatchValues>) => void
}

/** Category, condition and size: of one item, or of all at once. */
export function BatchChoices({ values, errors = {}, mark, onEdit }: Props) {
  const categories = useCategories(...(values.category === undefined ? [] : [values.category]))
  const { category = '' } = values
  const unchosen: ReactNode = <option value="">{t('Leave as they are')}</option>
  return (
    <>
      <Field label={t('Category')}>
        {(control) => (
          <Select
            {...control}
            name="category"
            value={category}
            onChange={({ target: { value } }) => {
              const sizes = appliesTo('ageSize', value) ? {} : { ageSize: null, sizeTo: null }
              if (value !== '') onEdit({ category: value, ...sizes })
            }}
          >
            {category === '' && unchosen}
            <CategoryOptions categories={categories} />
          </Select>
        )}
      </Field>
      {SHOWN.form
        .filter((name) => values[name] === undefined || appliesTo(name, category))
        .map((name) => (
          <Field key={name} label={t(ATTRIBUTES[name].label)} mark={mark?.(name)} error={errors[name]}>
            {(control) => (
              <Select
                {...control}
                name={name}
                value={values[name] ?? ''}
                onChange={({ target: { value } }) => onEdit({ [name]: value || null })}
              >
                {values[name] === undefined
                  ? unchosen
                  : STARTS[name] === null && <option value="">{t('Not chosen')}</option>}
                <ChoiceOptions of={name} />
              </Select>
            )}
          </Field>
        ))}
    </>
  )
}
