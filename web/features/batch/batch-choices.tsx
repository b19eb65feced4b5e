import type { ReactNode } from 'react'
import { CONDITIONS, type Condition } from '../../../src/modules/catalog/contract.ts'
import { AGE_RANGES } from '../../../src/modules/identity/constants.ts'
import type { AgeRange } from '../../../src/modules/identity/contract.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/inputs.tsx'
import type { BatchValues } from './batch-listing.ts'
import { AGE_LABELS, CONDITION_LABELS, categoryLabel } from '../listing/labels.ts'
import { useCategories } from '../listing/use-categories.ts'

interface Props {
  /** Nothing is chosen where a value is missing. */
  values: Partial<BatchValues>
  sizeError?: string | undefined
  /** The condition is only guessed. */
  conditionMark?: ReactNode
  onEdit: (values: Partial<BatchValues>) => void
}

/** Category, condition and size: of one item, or of all at once. */
export function BatchChoices({ values, sizeError, conditionMark, onEdit }: Props) {
  const categories = useCategories(...(values.category === undefined ? [] : [values.category]))
  const { category = '', condition = '', ageSize } = values
  const unchosen: ReactNode = <option value="">Leave as they are</option>
  return (
    <>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            name="category"
            value={category}
            onChange={({ target: { value } }) => {
              if (value !== '') onEdit({ category: value, ...(value === 'baby-clothes' ? {} : { ageSize: null }) })
            }}
          >
            {category === '' && unchosen}
            {categories.map((known) => (
              <option key={known} value={known}>
                {categoryLabel(known)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Condition" mark={conditionMark}>
        {(control) => (
          <Select
            {...control}
            name="condition"
            value={condition}
            onChange={({ target: { value } }) => {
              if (value !== '') onEdit({ condition: value as Condition })
            }}
          >
            {condition === '' && unchosen}
            {CONDITIONS.map((known) => (
              <option key={known} value={known}>
                {CONDITION_LABELS[known]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(category === 'baby-clothes' || ageSize === undefined) && (
        <Field label="Age/Size" error={sizeError}>
          {(control) => (
            <Select
              {...control}
              name="ageSize"
              value={ageSize ?? ''}
              onChange={({ target: { value } }) => onEdit({ ageSize: (value || null) as AgeRange | null })}
            >
              <option value="">{ageSize === undefined ? 'Leave as they are' : 'Not chosen'}</option>
              {AGE_RANGES.map((range) => (
                <option key={range} value={range}>
                  {AGE_LABELS[range]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}
