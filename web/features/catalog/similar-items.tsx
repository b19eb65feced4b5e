import useSWR from 'swr'
import type { Listing, ListingCard } from '../../../src/modules/catalog/contract.ts'
import { ItemCard } from './item-card.tsx'
import { ItemGrid } from './item-grid.tsx'

const SHOWN = 4

export function SimilarItems({ item }: { item: Listing }) {
  const query = new URLSearchParams({ status: 'available', category: item.category, limit: String(SHOWN + 1) })
  const { data } = useSWR<ListingCard[]>(`/api/items?${String(query)}`)
  const others = (data ?? []).filter(({ id }) => id !== item.id).slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="similar" className="mt-12">
      <h2 id="similar" className="mb-4 text-xl font-extrabold">
        Similar items
      </h2>
      <ItemGrid>
        {others.map((other) => (
          <li key={other.id} className="grid">
            <ItemCard item={other} />
          </li>
        ))}
      </ItemGrid>
    </section>
  )
}
