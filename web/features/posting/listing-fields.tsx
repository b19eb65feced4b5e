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
  'weightLbs',
  'city',
  'pickupAddress',
  'contactName',
  'contactEmail',
  'contactPhone',
  'deliveryOption',
]

/** All fields of a listing, with what is wrong on top. @param analysis what an analyser has filled in */
export function ListingFields({ form, analysis }: { form: ListingForm; analysis?: Analysis | undefined }) {
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
      <WhatFields form={form} analysis={analysis} />
      <WhereFields form={form} />
    </>
  )
}
