import { Browse } from '../features/browsing/browse.tsx'
import { CategoryChips } from '../features/browsing/category-chips.tsx'
import { isFiltered, useFilters } from '../features/browsing/filters.ts'
import { Hero } from '../features/landing/hero.tsx'
import { CommunityImpact } from '../features/landing/impact.tsx'
import { Introduction } from '../features/landing/introduction.tsx'
import { useListings } from '../features/browsing/use-listings.ts'
import { PageHead } from '../lib/head.tsx'

export default function HomePage() {
  const [filters, setFilters] = useFilters()
  const { total } = useListings(filters)
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
