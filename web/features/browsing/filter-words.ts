import { countTokens } from '../../lib/format.ts'
import { FILTERS } from '../../../src/modules/catalog/attributes.ts'
import { categoryLabel } from '../listing/labels.ts'
import type { Filters } from './filters.ts'

export interface ChosenFilter {
  label: string
  /** What takes it away. */
  without: Partial<Filters>
}

/** The filters in words, in the order in which one would say them. */
export function chosenFilters(filters: Filters): ChosenFilter[] {
  const { search, city, category, near } = filters
  const chosen: (ChosenFilter | '' | false)[] = [
    search && { label: `“${search}”`, without: { search: '' } },
    category !== 'all' && { label: categoryLabel(category), without: { category: 'all' } },
    ...FILTERS.map(({ name, choices }): ChosenFilter | '' => {
      const value = filters[name]
      const label = choices ? choices[value] : `up to ${countTokens(Number(value).toFixed(2))}`
      return value && { label: label ?? value, without: { [name]: '' } }
    }),
    city && { label: city, without: { city: '' } },
    near && { label: placeWords(filters), without: NO_PLACE },
  ]
  return chosen.filter((one) => one !== '' && one !== false)
}

export const NO_PLACE = { near: '', place: '', within: '' }

/** `near Portland · 5 km` */
function placeWords({ place, within }: Pick<Filters, 'place' | 'within'>): string {
  return `near ${place || 'you'}${within ? ` · ${within} km` : ''}`
}

/** The search in one line: `coat · 12-18 months · near Portland · 5 km`. */
export function inOneLine(filters: Filters): string {
  return chosenFilters({ ...filters, search: '' })
    .map(({ label }) => label)
    .toSpliced(0, 0, ...(filters.search ? [filters.search] : []))
    .join(' · ')
}
