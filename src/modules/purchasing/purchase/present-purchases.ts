import { DAY_MS } from '../../../platform/durations.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { findListings, type TradedListing } from '../../catalog/index.ts'
import { findMembers, type Member } from '../../identity/index.ts'
import { aboutOf, nameOfLines } from '../constants.ts'
import {
  AUTO_RELEASE_DAYS,
  type PickupDetails,
  type Purchase as PurchaseView,
  type PurchaseLine as PurchaseLineView,
  type Sale,
  type SaleLine,
} from '../contract.ts'
import { leadingLine, listingIdsOf, partsOf, type Order, type PurchaseLine } from './purchase.ts'
import { AWAITING_DELIVERY, BOUGHT, IN_ESCROW } from '../states.ts'
import { refundsOf, type CardRefund } from '../refund/card-refund.ts'

/** Facts that cards of orders show besides the orders. */
export interface Around {
  listings: Map<string, TradedListing>
  members: Map<string, Member>
  /** By purchase, what has gone back to the card. */
  refunds: Map<string, CardRefund[]>
}

/** With three queries, however many orders there are. */
export async function readAround(reader: Reader, orders: Order[]): Promise<Around> {
  const given = orders
    .filter(({ refundCents }) => refundCents > 0)
    .flatMap((order) => partsOf(order).map(({ id }) => id))
  return {
    listings: await findListings(
      reader,
      orders.flatMap(({ lines }) => listingIdsOf(lines)),
    ),
    members: await findMembers(
      reader,
      orders.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
    ),
    refunds: await refundsOf(reader, given),
  }
}

export function purchaseView(order: Order, { listings, members, refunds }: Around): PurchaseView {
  const lines = order.lines.map((line) => purchaseLine(line, listings, refunds.get(line.purchaseId) ?? []))
  return {
    ...sharedView(order, listings),
    addedTo: order.addedTo,
    lines,
    tokenFee: sum(order.lines, ({ fee }) => fee),
    tokensInEscrow: sum(order.lines, ({ state, price }) => (IN_ESCROW.includes(state) ? price : 0n)),
    cardAmount: decimal(order.cardAmountCents),
    cardRefund: decimal(order.refundCents),
    deliveryAddress: order.deliveryAddress,
    courierFee: order.courierFeeCents === null ? null : decimal(order.courierFeeCents),
    pickup: lines.find(({ pickup }) => pickup !== null)?.pickup ?? null,
    reservedAt: order.reservedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    refundedAt: lines[order.lines.indexOf(leadingLine(order))]?.refundedAt ?? null,
    seller: { id: order.sellerId, firstName: members.get(order.sellerId)?.firstName ?? null },
  }
}

export function saleView(order: Order, { listings, members }: Around): Sale {
  return {
    ...sharedView(order, listings),
    lines: order.lines.map((line) => saleLine(line, listings)),
    // The seller needs to know where the buyer lives only while something is on its way.
    deliveryAddress: order.lines.some(({ state }) => AWAITING_DELIVERY.includes(state)) ? order.deliveryAddress : null,
    buyer: { id: order.buyerId, firstName: members.get(order.buyerId)?.firstName ?? null },
  }
}

export async function presentPurchase(reader: Reader, order: Order): Promise<PurchaseView> {
  return purchaseView(order, await readAround(reader, [order]))
}

export async function presentSale(reader: Reader, order: Order): Promise<Sale> {
  return saleView(order, await readAround(reader, [order]))
}

export function presentPickup(listing: TradedListing): PickupDetails {
  const { pickupAddress, city, contactName, contactEmail, contactPhone } = listing
  return { pickupAddress, city, contactName, contactEmail, contactPhone }
}

type Listings = Map<string, TradedListing>

/** The part that buyer and seller both see of an order. */
function sharedView(order: Order, listings: Listings): Omit<Sale, 'lines' | 'deliveryAddress' | 'buyer'> {
  const lines = order.lines.map((line) => saleLine(line, listings))
  const first = single(lines)
  const about = aboutOf(lines)
  const { tokenPrice: _own, ...leading } = saleLine(leadingLine(order), listings)
  return {
    ...leading,
    id: first.id,
    purchaseId: order.id,
    title: nameOfLines(about.map(({ title }) => title)),
    category: single(about).category,
    // Several things show one photo each.
    photos: lines.length === 1 ? first.photos : about.flatMap(({ photos }) => photos.slice(0, 1)),
    tokenPrice: sum(order.lines, ({ price }) => price),
    cardPerOrder: decimal(order.processingCents),
    cardPerItem: decimal(order.itemCents),
    currency: order.currency,
    deliveryMethod: order.deliveryMethod,
    purchasedAt: iso(order.paidAt),
    autoReleaseAt: autoReleaseAt(order),
  }
}

function purchaseLine(line: PurchaseLine, listings: Listings, refunds: CardRefund[]): PurchaseLineView {
  const listing = line.listingId === null ? undefined : listings.get(line.listingId)
  return {
    ...saleLine(line, listings),
    tokenFee: formatHundredths(line.fee),
    pickup: listing && BOUGHT.includes(line.state) ? presentPickup(listing) : null,
    refundedAt: iso(refunds.find(({ key }) => key === line.refundKey)?.refundedAt ?? null),
  }
}

/** The listing is absent once it is deleted. */
function saleLine(line: PurchaseLine, listings: Listings): SaleLine {
  const listing = line.listingId === null ? undefined : listings.get(line.listingId)
  return {
    id: line.listingId,
    title: line.listingTitle,
    category: listing?.category ?? null,
    photos: listing?.photos ?? [],
    state: line.state,
    tokenPrice: formatHundredths(line.price),
    deliveryConfirmedAt: iso(line.deliveredAt),
    disputedAt: iso(line.disputedAt),
    disputeReason: line.disputeReason,
    cancelledAt: iso(line.cancelledAt),
    cancelledBy: line.cancelledBy,
  }
}

function single<T>([view]: T[]): T {
  if (view === undefined) throw new Error('a purchase without a view')
  return view
}

/** The first payment among the awaited decides. */
function autoReleaseAt(order: Order): string | null {
  const awaited = partsOf(order).filter(({ lines }) => lines.some(({ state }) => state === 'paid'))
  const times = awaited.flatMap(({ paidAt }) => paidAt?.getTime() ?? [])
  return times.length > 0 ? iso(new Date(Math.min(...times) + AUTO_RELEASE_DAYS * DAY_MS)) : null
}

const sum = (lines: PurchaseLine[], amountOf: (line: PurchaseLine) => bigint): string =>
  formatHundredths(lines.reduce((total, line) => total + amountOf(line), 0n))

const decimal = (cents: number): string => formatHundredths(BigInt(cents))

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
