import { path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCategories } from '../listing/use-categories.ts'
import { categoryLabel } from '../listing/labels.ts'
import { ChipRow } from './chip-row.tsx'
import { type Filters, isFiltered } from './filters.ts'

export function CategoryChips({ filters }: { filters: Filters }) {
  const categories = useCategories(filters.category)
  const available = useApi(path('/api/impact/stats')).data?.available
  // They are counted without other filters: with these they would have to be found for each chip.
  const counted = !isFiltered({ ...filters, category: 'all', sort: 'newest' })
  const choices = [...new Set(['all', ...categories])].map((category) => ({
    name: category,
    label: (
      <>
        {category === 'all' ? t('All') : categoryLabel(category)}
        {counted && available?.[category] !== undefined && (
          <span className="figures text-sm font-normal opacity-80">{available[category]}</span>
        )}
      </>
    ),
    chosen: category === filters.category,
    change: { category },
  }))
  return (
    <nav
      aria-label={t('Categories')}
      className="sticky top-14 z-20 border-b border-line bg-bg/95 backdrop-blur-md md:top-16 md:mt-8"
    >
      <ChipRow filters={filters} choices={choices} className="page" />
    </nav>
  )
}
