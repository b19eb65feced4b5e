import { appliesTo } from '../../../src/modules/catalog/attributes.ts'
import { CreateListingBody } from '../../../src/modules/catalog/contract.ts'
import type { BatchListing } from './batch-listing.ts'
import { t } from '../../lib/t.ts'

/** What an item still lacks. */
export interface Need {
  field: string
  /** As in 'needs a size'. */
  words: string
  message: string
  /** There is a value, but only a guess. */
  guessed?: true
}

const WORDS = new Map([
  ['title', 'a title'],
  ['description', 'a description'],
  ['weightLbs', 'a valid weight'],
  ['ageSize', 'a size'],
])
const OWN_FIELDS = ['title', 'description', 'weightLbs'] as const

const need = (field: string, message: string): Need => ({
  field,
  message,
  words: WORDS.get(field) ?? 'another look',
})

/** In the order of the fields, then what is only guessed, and last what the market has refused besides. */
export function needsOf({ values, errors, unsure = [] }: BatchListing): Need[] {
  const needs = OWN_FIELDS.flatMap((field) => {
    const [issue] = CreateListingBody.shape[field].safeParse(values[field]).error?.issues ?? []
    return issue ? [need(field, t(issue.message))] : []
  })
  if (appliesTo('ageSize', values.category) && values.ageSize === null)
    needs.push(need('ageSize', 'A size helps neighbours find it'))
  for (const field of unsure) {
    if (values[field] !== '' && !needs.some((known) => known.field === field))
      needs.push({ field, words: 'a check', message: 'Please check this', guessed: true })
  }
  for (const [field, message = ''] of Object.entries(errors)) {
    if (!needs.some((known) => known.field === field)) needs.push(need(field, message))
  }
  return needs
}

export const isReady = (listing: BatchListing): boolean => needsOf(listing).length === 0

/** As in '7 ready · 3 need a size'. */
export function tellNeeds(listings: BatchListing[]): string {
  const first = listings.map((listing) => needsOf(listing)[0]?.words)
  const ready = first.filter((words) => words === undefined).length
  const counts = Map.groupBy(
    first.filter((words) => words !== undefined),
    (words) => words,
  )
  return [
    ...(ready > 0 ? [`${ready} ready`] : []),
    ...[...counts].map(([words, all]) => `${all.length} ${all.length === 1 ? 'needs' : 'need'} ${words}`),
  ].join(' · ')
}
