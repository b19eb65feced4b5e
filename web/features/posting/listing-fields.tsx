import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { SHOWN } from '../../../src/modules/catalog/attributes.ts'
import { ErrorSummary } from '../../ui/forms/error-summary.tsx'
import type { ListingForm, ListingValues } from './listing-form.ts'
import { focusPhotoInput } from '../photos/photo-input.ts'
import { WhatFields } from './what-fields.tsx'
import { WhereFields } from './where-fields.tsx'

const ORDER: (keyof ListingValues)[] = [
  'photos',
  'title',
  'description',
  'category',
  ...SHOWN.form,
  'bagCount',
  'sizeTo',
  'weightLbs',
  'city',
  'pickupAddress',
  'contactName',
  'contactEmail',
  'contactPhone',
  'deliveryOption',
]

interface Props {
  form: ListingForm
  /** The analyser's suggestions. */
  analysis?: Analysis | undefined
  /** The questions alone, and the rest in a line each. */
  short?: boolean
}

/** All fields of a listing, with what is wrong on top. */
export function ListingFields({ form, analysis, short = false }: Props) {
  const { errors, submitCount } = form.formState
  const wrong = ORDER.flatMap((field) => {
    const message = errors[field]?.message
    return message === undefined ? [] : [{ field, message }]
  })
  return (
    <>
      <ErrorSummary
        errors={wrong}
        attempt={submitCount}
        onChoose={(field) => {
          if (field === 'photos') focusPhotoInput()
          else form.setFocus(field as keyof ListingValues)
        }}
      />
      <WhatFields form={form} analysis={analysis} short={short} />
      <WhereFields form={form} short={short} />
    </>
  )
}
