import { countTokens } from '../../lib/format.ts'
import { FILTERS } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { distance } from '../../lib/look.ts'
import { categoryLabel } from '../listing/labels.ts'
import { type Filters, understood } from './filters.ts'

export interface ChosenFilter {
  label: string
  /** The change that takes it away. */
  without: Partial<Filters>
}

/** The filters in words, in the order in which one would say them. */
export function chosenFilters(filters: Filters): ChosenFilter[] {
  const meant = understood(filters)
  const { search, size, city, category, near } = meant
  const isRead = search !== filters.search
  const chosen: (ChosenFilter | '' | false)[] = [
    search && { label: `“${search}”`, without: isRead ? { search: '', size } : { search: '' } },
    category !== 'all' && { label: categoryLabel(category), without: { category: 'all' } },
    ...FILTERS.map(({ name, choices }): ChosenFilter | '' => {
      const value = meant[name]
      if (!value) return ''
      const label = choices
        ? t(choices[value] ?? value)
        : t('up to {tokens}', { tokens: countTokens(Number(value).toFixed(2)) })
      // It goes with the words that it was read from.
      if (isRead && name === 'size') return { label, without: { search } }
      return { label, without: { [name]: '' } }
    }),
    city && { label: city, without: { city: '' } },
    near && { label: placeWords(filters), without: NO_PLACE },
  ]
  return chosen.filter((one) => one !== '' && one !== false)
}

export const NO_PLACE = { near: '', place: '', within: '' }

/** `near Portland · 3 mi` */
function placeWords({ place, within }: Pick<Filters, 'place' | 'within'>): string {
  const near = place ? t('near {place}', { place }) : t('near you')
  return within ? `${near} · ${distance(Number(within))}` : near
}

/** The search in one line: `coat · 12-18 months · near Portland · 3 mi`. */
export function inOneLine(filters: Filters): string {
  const meant = understood(filters)
  return chosenFilters({ ...meant, search: '' })
    .map(({ label }) => label)
    .toSpliced(0, 0, ...(meant.search ? [meant.search] : []))
    .join(' · ')
}
