import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { ItemCard } from '../listing/item-card.tsx'
import { ItemGrid } from '../listing/item-grid.tsx'
import { OwnerMenu } from './owner-menu.tsx'

/** One part of the member's own listings; nothing where there are none. */
export function MyItems({ title, items }: { title: string; items: Listing[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-extrabold">{title}</h2>
      <ItemGrid dense>
        {items.map((item) => (
          <li key={item.id} className="relative grid">
            <ItemCard item={item} />
            <OwnerMenu item={item} />
          </li>
        ))}
      </ItemGrid>
    </section>
  )
}
