import { useEffect, useRef } from 'react'
import { appliesTo, type ChoiceOf } from '../../../src/modules/catalog/attributes.ts'
import { readSize } from '../../../src/modules/catalog/sizes.ts'
import type { ListingForm } from './listing-form.ts'

/** Chooses the size that stands in the title, as long as nothing else has: what has none is not found by its size. */
export function useSizeOfTitle(form: ListingForm): void {
  const { title, category, ageSize } = form.watch()
  const chosen = useRef<ChoiceOf<'ageSize'> | null>(null)
  const read = appliesTo('ageSize', category) ? (readSize(title)?.size ?? null) : null
  const free = !form.formState.dirtyFields.ageSize && (ageSize ?? null) === chosen.current
  useEffect(() => {
    if (!free || chosen.current === read) return
    chosen.current = read
    form.setValue('ageSize', read)
  }, [form, free, read])
}
