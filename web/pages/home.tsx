import { Browse } from '../features/catalog/browse.tsx'
import { CategoryChips } from '../features/catalog/category-chips.tsx'
import { isFiltered, useFilters } from '../features/catalog/filters.ts'
import { Hero } from '../features/catalog/hero.tsx'
import { CommunityImpact } from '../features/catalog/impact.tsx'
import { Introduction } from '../features/catalog/introduction.tsx'
import { useItems } from '../features/catalog/use-items.ts'
import { PageHead } from '../lib/head.tsx'

export default function HomePage() {
  const [filters, setFilters] = useFilters()
  const { total } = useItems(filters)
  const filtered = isFiltered(filters)
  return (
    <>
      <PageHead title="Outgrown" />
      <Hero filters={filters} onChange={setFilters} compact={filtered} total={total} />
      {!filtered && <Introduction />}
      <CategoryChips filters={filters} />
      <Browse filters={filters} />
      <CommunityImpact />
    </>
  )
}
