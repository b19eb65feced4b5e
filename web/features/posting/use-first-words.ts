import { useEffect } from 'react'
import { ATTRIBUTES, hintOf, sayAttribute } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import type { ListingForm, ListingValues } from './listing-form.ts'

/**
 * As long as nobody has written a description, it says what has been answered: that is enough to be posted, and it is there
 * to be changed. Answers whether it stands there now.
 */
export function useFirstWords(form: ListingForm, wanted: boolean): boolean {
  const { title, condition, ageSize, description } = form.watch()
  const written = wordsFor({ title, condition, ageSize })
  const { description: drafted = '' } = form.formState.defaultValues ?? {}
  const free = wanted && !form.formState.dirtyFields.description && drafted === ''
  useEffect(() => {
    if (free) form.setValue('description', written)
  }, [form, free, written])
  return free && description !== '' && description === written
}

type Answers = Pick<ListingValues, 'title' | 'condition' | 'ageSize'>

function wordsFor({ title, condition, ageSize }: Answers): string {
  const hint = hintOf('condition', condition)
  if (title.trim().length < 3 || hint === undefined) return ''
  const size = sayAttribute('ageSize', ageSize)
  const answers = {
    title: title.trim(),
    condition: t(ATTRIBUTES.condition.choices[condition]),
    hint: t(hint),
  }
  return size
    ? t('{title}, {size}. {condition}: {hint}.', { ...answers, size: t(size.message) })
    : t('{title}. {condition}: {hint}.', answers)
}
