import { useId } from 'react'
import type { AgeSize, Listing, ListingCard as Listed } from '../../../src/modules/catalog/contract.ts'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { FavouriteHeart } from '../listing/favourite-heart.tsx'
import { ListingCard } from '../listing/listing-card.tsx'
import { ListingGrid } from '../listing/listing-grid.tsx'

const SHOWN = 4
/** More than shown: the same neighbour's listings are left out, as they have their own row. Where they are nearly all, more. */
const [FETCHED, MOST] = [12, 100]

interface Props {
  title: string
  listing: Listing
  /** The listings, as a query of the browse call. */
  like: { seller: string } | { category: string; size?: AgeSize; near?: string; sort?: 'nearest' }
}

/** A row of other available listings; nothing when there are none. */
export function MoreListings({ title, listing, like }: Props) {
  const id = useId()
  const upTo = (limit: number) => path('/api/items', { query: { status: 'available', ...like, limit } })
  const isOther = (other: Listed) => other.id !== listing.id && ('seller' in like || other.userId !== listing.userId)
  const { data: first = [] } = useApi(upTo(FETCHED))
  const few = first.length === FETCHED && first.filter(isOther).length < SHOWN
  const { data = first } = useApi(few ? upTo(MOST) : null)
  const others = data.filter(isOther).slice(0, SHOWN)
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-4 text-xl font-extrabold">
        {title}
      </h2>
      <ListingGrid>
        {others.map(({ distanceKm: _fromThatListing, ...other }) => (
          <li key={other.id} className="relative grid">
            <ListingCard listing={other} />
            <FavouriteHeart listing={other} />
          </li>
        ))}
      </ListingGrid>
    </section>
  )
}
