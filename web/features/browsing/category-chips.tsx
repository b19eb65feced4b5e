import { useCategories } from '../listing/use-categories.ts'
import { categoryLabel } from '../listing/labels.ts'
import { ChipRow } from './chip-row.tsx'
import type { Filters } from './filters.ts'

export function CategoryChips({ filters }: { filters: Filters }) {
  const categories = useCategories(filters.category)
  const choices = [...new Set(['all', ...categories])].map((category) => ({
    name: category,
    label: category === 'all' ? 'All' : categoryLabel(category),
    chosen: category === filters.category,
    change: { category },
  }))
  return (
    <nav
      aria-label="Categories"
      className="sticky top-14 z-20 border-b border-line bg-bg/95 backdrop-blur-md md:top-16 md:mt-8"
    >
      <ChipRow filters={filters} choices={choices} className="page" />
    </nav>
  )
}
