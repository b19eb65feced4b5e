import { platformFee } from '../../lib/look.ts'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { rich } from '../../lib/t.ts'
import { PricePill } from '../../ui/price-pill.tsx'

/** The price in one line under the title, where the panel isn't beside it. */
export function PriceLine({ listing }: { listing: Listing }) {
  const price = <PricePill amount={listing.tokenPrice} />
  const fee = <span className="figures font-semibold text-ink">{platformFee()}</span>
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted wide:hidden">
      {listing.status === 'available' || listing.status === 'reserved'
        ? rich('{price} and {fee} service fee by card', { price, fee })
        : price}
    </p>
  )
}
