import { appliesTo } from '../../../src/modules/catalog/attributes.ts'
import { CreateListingBody, isSpan, spanRule } from '../../../src/modules/catalog/contract.ts'
import type { BatchListing } from './batch-listing.ts'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'

export interface Need {
  field: string
  /** As in 'needs a size': a message. */
  words: string
  message: string
  /** There is a value, but only a guess. */
  guessed?: true
}

const WORDS = new Map([
  ['title', words('a title')],
  ['description', words('a description')],
  ['weightLbs', words('a valid weight')],
  ['ageSize', words('a size')],
  ['bagCount', words('a count')],
  ['sizeTo', words('a larger size')],
])
const OWN_FIELDS = ['title', 'description', 'weightLbs', 'bagCount'] as const

const need = (field: string, message: string): Need => ({
  field,
  message,
  words: WORDS.get(field) ?? words('another look'),
})

/** In the order of the fields, then what is only guessed, and last what the market has refused besides. */
export function needsOf({ values, errors, photoUrls, privateAreas = {}, unsure = [] }: BatchListing): Need[] {
  const needs = OWN_FIELDS.flatMap((field) => {
    const [issue] = CreateListingBody.shape[field].safeParse(values[field]).error?.issues ?? []
    return issue ? [need(field, t(issue.message))] : []
  })
  if (appliesTo('ageSize', values.category) && values.ageSize === null)
    needs.push(need('ageSize', t('A size helps neighbours find it')))
  if (!isSpan(values)) needs.push(need('sizeTo', t(spanRule.message)))
  for (const field of unsure) {
    const guessed = field === 'photos' ? photoUrls.some((url) => privateAreas[url]) : values[field] !== ''
    if (guessed && !needs.some((known) => known.field === field))
      needs.push({ field, words: words('a check'), message: t('Please check this'), guessed: true })
  }
  for (const [field, message = ''] of Object.entries(errors)) {
    if (!needs.some((known) => known.field === field)) needs.push(need(field, message))
  }
  return needs
}

export const isReady = (listing: BatchListing): boolean => needsOf(listing).length === 0

/** As in '7 ready · 3 need a size'. */
export function describeNeeds(listings: BatchListing[]): string {
  const first = listings.map((listing) => needsOf(listing)[0]?.words)
  const ready = first.filter((what) => what === undefined).length
  const counts = Map.groupBy(
    first.filter((what) => what !== undefined),
    (what) => what,
  )
  return [
    ...(ready > 0 ? [t('{ready} ready', { ready })] : []),
    ...[...counts].map(([what, all]) =>
      t('{count, plural, one {# needs {what}} other {# need {what}}}', { count: all.length, what: t(what) }),
    ),
  ].join(' · ')
}
