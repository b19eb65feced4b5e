import { Browse } from '../features/browsing/browse.tsx'
import { CategoryChips } from '../features/browsing/category-chips.tsx'
import { feedPath, isFiltered, useFilters } from '../features/browsing/filters.ts'
import { JustPosted } from '../features/browsing/just-posted.tsx'
import { useKnownPlace } from '../features/browsing/known-place.ts'
import { FittingTheYoungest } from '../features/browsing/fitting-the-youngest.tsx'
import { useListings } from '../features/browsing/use-listings.ts'
import { Hero } from '../features/landing/hero.tsx'
import { CommunityImpact } from '../features/landing/impact.tsx'
import { Introduction } from '../features/landing/introduction.tsx'
import { PageHead } from '../lib/head.tsx'
import { siteName } from '../lib/look.ts'

export default function HomePage() {
  const [filters, setFilters] = useFilters()
  useKnownPlace(filters, setFilters)
  const { total } = useListings(filters)
  const filtered = isFiltered(filters)
  return (
    <>
      <PageHead title={siteName()} feed={feedPath(filters)} />
      <Hero filters={filters} onChange={setFilters} compact={filtered} total={total} />
      {!filtered && <JustPosted />}
      {!filtered && <FittingTheYoungest />}
      {!filtered && <Introduction />}
      <CategoryChips filters={filters} />
      <Browse filters={filters} onChange={setFilters} />
      <CommunityImpact />
    </>
  )
}
