import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { findListings, type Listing } from '../../catalog/index.ts'
import { findMembers } from '../../identity/index.ts'
import {
  AUTO_RELEASE_DAYS,
  type PickupDetails,
  type Purchase as PurchaseView,
  type PurchaseState,
  type Sale,
} from '../contract.ts'
import { AWAITING_DELIVERY, type Purchase } from '../purchase.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const IN_ESCROW: readonly PurchaseState[] = ['reserved', 'paid', 'disputed']
/** From payment on, until a refund. */
const MAY_PICK_UP: readonly PurchaseState[] = ['paid', 'disputed', 'delivered']

/** Purchases as their buyers see them, in the given order. */
export async function presentPurchases(reader: Reader, purchases: Purchase[]): Promise<PurchaseView[]> {
  const trades = await loadTrades(reader, purchases, 'sellerId')
  return trades.map(({ purchase, listing, other }) => ({
    ...sharedView(purchase, listing),
    tokenFee: formatHundredths(purchase.fee),
    tokensInEscrow: formatHundredths(IN_ESCROW.includes(purchase.state) ? purchase.price : 0n),
    cardAmount: formatHundredths(BigInt(purchase.cardAmountCents)),
    deliveryAddress: purchase.deliveryAddress,
    courierFee: purchase.courierFeeCents === null ? null : formatHundredths(BigInt(purchase.courierFeeCents)),
    pickup: listing && MAY_PICK_UP.includes(purchase.state) ? presentPickup(listing) : null,
    reservedAt: purchase.reservedAt.toISOString(),
    expiresAt: purchase.expiresAt.toISOString(),
    refundedAt: iso(purchase.refundedAt),
    seller: other,
  }))
}

/** Purchases as their sellers see them, in the given order. */
export async function presentSales(reader: Reader, purchases: Purchase[]): Promise<Sale[]> {
  const trades = await loadTrades(reader, purchases, 'buyerId')
  return trades.map(({ purchase, listing, other }) => ({
    ...sharedView(purchase, listing),
    // The seller needs to know where the buyer lives only while the item is on its way.
    deliveryAddress: AWAITING_DELIVERY.includes(purchase.state) ? purchase.deliveryAddress : null,
    buyer: other,
  }))
}

export async function presentPurchase(reader: Reader, purchase: Purchase): Promise<PurchaseView> {
  return single(await presentPurchases(reader, [purchase]))
}

export async function presentSale(reader: Reader, purchase: Purchase): Promise<Sale> {
  return single(await presentSales(reader, [purchase]))
}

export function presentPickup(listing: Listing): PickupDetails {
  const { pickupAddress, city, contactName, contactEmail, contactPhone } = listing
  return { pickupAddress, city, contactName, contactEmail, contactPhone }
}

/** What buyer and seller both see; the listing is undefined once it is deleted. */
function sharedView(purchase: Purchase, listing: Listing | undefined): Omit<Sale, 'deliveryAddress' | 'buyer'> {
  return {
    id: purchase.listingId,
    purchaseId: purchase.id,
    title: purchase.listingTitle,
    category: listing?.category ?? null,
    photos: listing?.photos ?? [],
    state: purchase.state,
    tokenPrice: formatHundredths(purchase.price),
    deliveryMethod: purchase.deliveryMethod,
    purchasedAt: iso(purchase.paidAt),
    deliveryConfirmedAt: iso(purchase.deliveredAt),
    disputedAt: iso(purchase.disputedAt),
    disputeReason: purchase.disputeReason,
    cancelledAt: iso(purchase.cancelledAt),
    cancelledBy: purchase.cancelledBy,
    autoReleaseAt: autoReleaseAt(purchase),
  }
}

/** Each purchase with its listing and the other side of the trade, in two queries however many there are. */
async function loadTrades(reader: Reader, purchases: Purchase[], otherSide: 'buyerId' | 'sellerId') {
  const listings = await findListings(
    reader,
    purchases.flatMap(({ listingId }) => listingId ?? []),
  )
  const others = await findMembers(reader, [...new Set(purchases.map((purchase) => purchase[otherSide]))])
  return purchases.map((purchase) => ({
    purchase,
    listing: purchase.listingId === null ? undefined : listings.get(purchase.listingId),
    other: { id: purchase[otherSide], firstName: others.get(purchase[otherSide])?.firstName ?? null },
  }))
}

function single<T>([view]: T[]): T {
  if (view === undefined) throw new Error('a purchase without a view')
  return view
}

function autoReleaseAt({ state, paidAt }: Purchase): string | null {
  return state === 'paid' && paidAt ? iso(new Date(paidAt.getTime() + AUTO_RELEASE_DAYS * DAY_MS)) : null
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
