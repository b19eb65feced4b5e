import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Listing } from '../../catalog/index.ts'
import {
  AUTO_RELEASE_DAYS,
  type PickupDetails,
  type Purchase as PurchaseView,
  type PurchaseState,
} from '../contract.ts'
import { loadTrades } from './load-trades.ts'
import type { Purchase } from '../purchase.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const IN_ESCROW: readonly PurchaseState[] = ['reserved', 'paid', 'disputed']
/** From payment on, until a refund. */
const MAY_PICK_UP: readonly PurchaseState[] = ['paid', 'disputed', 'delivered']

/** Purchases as their buyers see them. */
export async function presentPurchases(reader: Reader, purchases: Purchase[]): Promise<PurchaseView[]> {
  const trades = await loadTrades(reader, purchases, 'sellerId')
  return trades.map(({ purchase, listing, other }) => ({ ...view(purchase, listing), seller: other }))
}

export async function presentPurchase(reader: Reader, purchase: Purchase): Promise<PurchaseView> {
  const [presented] = await presentPurchases(reader, [purchase])
  if (!presented) throw new Error('a purchase without a view')
  return presented
}

function view(purchase: Purchase, listing: Listing | undefined): Omit<PurchaseView, 'seller'> {
  const { state } = purchase
  return {
    id: purchase.listingId,
    purchaseId: purchase.id,
    title: purchase.listingTitle,
    category: listing?.category ?? null,
    photos: listing?.photos ?? [],
    state,
    tokenPrice: formatHundredths(purchase.price),
    tokenFee: formatHundredths(purchase.fee),
    tokensInEscrow: formatHundredths(IN_ESCROW.includes(state) ? purchase.price : 0n),
    cardAmount: formatHundredths(BigInt(purchase.cardAmountCents)),
    deliveryMethod: purchase.deliveryMethod,
    deliveryAddress: purchase.deliveryAddress,
    courierFee: purchase.courierFeeCents === null ? null : formatHundredths(BigInt(purchase.courierFeeCents)),
    pickup: listing && MAY_PICK_UP.includes(state) ? presentPickup(listing) : null,
    reservedAt: purchase.reservedAt.toISOString(),
    expiresAt: purchase.expiresAt.toISOString(),
    purchasedAt: iso(purchase.paidAt),
    deliveryConfirmedAt: iso(purchase.deliveredAt),
    disputedAt: iso(purchase.disputedAt),
    disputeReason: purchase.disputeReason,
    cancelledAt: iso(purchase.cancelledAt),
    cancelledBy: purchase.cancelledBy,
    refundedAt: iso(purchase.refundedAt),
    autoReleaseAt: autoReleaseAt(purchase),
  }
}

export function autoReleaseAt({ state, paidAt }: Purchase): string | null {
  return state === 'paid' && paidAt ? iso(new Date(paidAt.getTime() + AUTO_RELEASE_DAYS * DAY_MS)) : null
}

export function presentPickup(listing: Listing): PickupDetails {
  const { pickupAddress, city, contactName, contactEmail, contactPhone } = listing
  return { pickupAddress, city, contactName, contactEmail, contactPhone }
}

export function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
