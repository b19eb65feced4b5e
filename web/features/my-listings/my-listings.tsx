import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { ListingCard } from '../listing/listing-card.tsx'
import { ListingGrid } from '../listing/listing-grid.tsx'
import { OwnerMenu } from './owner-menu.tsx'

/** A section of the member's own listings; nothing when it is empty. */
export function MyListings({ title, listings }: { title: string; listings: Listing[] }) {
  if (listings.length === 0) return null
  return (
    <section>
      <h2 className="mb-4 text-xl font-extrabold">{title}</h2>
      <ListingGrid>
        {listings.map((listing) => (
          <li key={listing.id} className="relative grid">
            <ListingCard listing={listing} />
            <OwnerMenu listing={listing} />
          </li>
        ))}
      </ListingGrid>
    </section>
  )
}
