import { useEffect, useRef } from 'react'
import { appliesTo, type ChoiceOf } from '../../../src/modules/catalog/attributes.ts'
import { readSize } from '../../../src/modules/catalog/sizes.ts'
import type { ListingForm } from './listing-form.ts'

/** Chooses the size that stands in the title, as long as nothing else has: a listing without one is not found by its size. */
export function useSizeOfTitle(form: ListingForm): void {
  const { title, category } = form.watch()
  const isAnswered = form.formState.dirtyFields.ageSize === true
  const read = appliesTo('ageSize', category) ? (readSize(title)?.size ?? null) : null
  const chosen = useRef<ChoiceOf<'ageSize'> | null>(null)
  useEffect(() => {
    const now = form.getValues('ageSize') ?? null
    if (isAnswered || now !== chosen.current || now === read) return
    chosen.current = read
    form.setValue('ageSize', read)
  }, [form, isAnswered, read])
}
