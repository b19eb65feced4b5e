import { itemFee, platformFee } from '../../lib/look.ts'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { rich } from '../../lib/t.ts'
import { PricePill } from '../../ui/price-pill.tsx'
import { useOrderToAddTo } from '../buying/use-purchases.ts'

/** The price in one line under the title, where the panel isn't beside it. */
export function PriceLine({ listing }: { listing: Listing }) {
  const order = useOrderToAddTo(listing)
  const price = <PricePill amount={listing.tokenPrice} />
  const fee = <span className="figures font-semibold text-ink">{order ? itemFee() : platformFee()}</span>
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-muted wide:hidden">
      {listing.status === 'available' || listing.status === 'reserved'
        ? rich('{price} and {fee} by card', { price, fee })
        : price}
    </p>
  )
}
