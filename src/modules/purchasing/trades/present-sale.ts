import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Listing } from '../../catalog/index.ts'
import type { Sale } from '../contract.ts'
import { loadTrades } from './load-trades.ts'
import { autoReleaseAt, iso } from './present-purchase.ts'
import { AWAITING_DELIVERY, type Purchase } from '../purchase.ts'

/** Purchases as their seller sees them. */
export async function presentSales(reader: Reader, purchases: Purchase[]): Promise<Sale[]> {
  const trades = await loadTrades(reader, purchases, 'buyerId')
  return trades.map(({ purchase, listing, other }) => ({ ...view(purchase, listing), buyer: other }))
}

export async function presentSale(reader: Reader, purchase: Purchase): Promise<Sale> {
  const [presented] = await presentSales(reader, [purchase])
  if (!presented) throw new Error('a sale without a view')
  return presented
}

function view(purchase: Purchase, listing: Listing | undefined): Omit<Sale, 'buyer'> {
  return {
    id: purchase.listingId,
    purchaseId: purchase.id,
    title: purchase.listingTitle,
    category: listing?.category ?? null,
    photos: listing?.photos ?? [],
    state: purchase.state,
    tokenPrice: formatHundredths(purchase.price),
    deliveryMethod: purchase.deliveryMethod,
    // Where somebody lives is needed as long as the item is on its way.
    deliveryAddress: AWAITING_DELIVERY.includes(purchase.state) ? purchase.deliveryAddress : null,
    purchasedAt: iso(purchase.paidAt),
    deliveryConfirmedAt: iso(purchase.deliveredAt),
    disputedAt: iso(purchase.disputedAt),
    disputeReason: purchase.disputeReason,
    cancelledAt: iso(purchase.cancelledAt),
    cancelledBy: purchase.cancelledBy,
    autoReleaseAt: autoReleaseAt(purchase),
  }
}
