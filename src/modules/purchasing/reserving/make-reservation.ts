import { randomUUID } from 'node:crypto'
import { violates, type Trx } from '../../../platform/database.ts'
import { parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { Conflict, ValidationFailed } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { lockListings, reserveListings, type Listing } from '../../catalog/index.ts'
import { refuseNoContact, requireMember } from '../../identity/index.ts'
import { holdTokens } from '../../wallet/index.ts'
import { cardFeeCents } from '../constants.ts'
import { PURCHASING_CODES, RESERVATION_MINUTES } from '../contract.ts'
import { refuseUndrawn } from '../draw/draw.ts'
import { findOrder } from '../purchase/read-purchase.ts'
import { insertOrder } from '../purchase/move-purchase.ts'
import type { Order } from '../purchase/purchase.ts'
import { addressOf, courierFeeOf } from '../buying/order-delivery.ts'
import { notThere, ownListing, refuseAll, unavailable, unfit } from '../buying/refusals.ts'
import { requireOpen } from '../buying/require-open.ts'
import { readReservationFacts, type ReservationFacts, refuseOtherPrice, refuseTooMany } from './reservation-rules.ts'
import { ownReservation, reservationsOf, resumeById, resumeReservation } from './resume-reservation.ts'
import type { ReservationRequest } from './reservation-request.ts'

/**
 * Available listings of one seller are reserved for the buyer for 15 minutes, and the buyer's tokens are held: for all of
 * them, or for none. The buyer's own live reservation of the same things is taken up again instead: by its id with the
 * same order only, else with the order as it is now.
 * Lock order: listings by id, buyer, the order that it is added to, purchase, accounts.
 * @throws NotSignedIn when the buyer has left; AppError OWN_LISTING or BLOCKED 403; ValidationFailed for two sellers; NotFound;
 *   Conflict LISTING_TAKEN, LISTING_RESERVED, DELIVERY_NOT_OFFERED, INSUFFICIENT_TOKENS, PURCHASE_MISMATCH, ALREADY_PAID,
 *   RESERVATION_EXPIRED; LapsedReservations; and as {@link refuseOtherPrice}, {@link refuseTooMany} and {@link requireOpen}
 */
export async function makeReservation(trx: Trx, request: ReservationRequest, now: Date): Promise<Order> {
  const listings = await lockListings(trx, request.listingIds)
  if (request.byItem && listings.size === 0) throw notThere()
  await requireMember(trx, request.buyerId, 'turns')
  await refuseUndrawn(trx, listings.values(), request.buyerId, now)
  refuseOwn(listings, request)
  const named = request.purchaseId === undefined ? undefined : await findOrder(trx, request.purchaseId)
  const { addTo } = request
  if (addTo === undefined) refuseMixed(listings, request)
  else if (named?.state !== 'paid') await requireOpen(trx, { addTo, request, listings })
  const misfits = unfit(listings, request)
  if (request.byItem) refuseAll(misfits, request)
  if (named) return resumeById(trx, named, request, now)
  const reservations = await reservationsOf(trx, listings)
  const own = ownReservation(reservations, request, now)
  if (own && misfits.length === 0) return resumeReservation(trx, own, listings, request, now)
  refuseAll([...misfits, ...unavailable(listings, reservations, request, now)], request)
  const chosen = request.listingIds.flatMap((id) => listings.get(id) ?? [])
  return reserveAnew(trx, chosen, request, now)
}

function refuseOwn(listings: Map<string, Listing>, { buyerId }: ReservationRequest): void {
  if ([...listings.values()].some(({ sellerId }) => sellerId === buyerId)) throw ownListing()
}

function refuseMixed(listings: Map<string, Listing>, { listingIds }: ReservationRequest): void {
  const found = listingIds.flatMap((id, index) => {
    const listing = listings.get(id)
    return listing ? [{ index, sellerId: listing.sellerId }] : []
  })
  const others = found.filter(({ sellerId }) => sellerId !== found[0]?.sellerId)
  if (others.length > 0)
    throw new ValidationFailed(
      others.map(({ index }) => ({
        path: ['itemIds', index],
        message: words('One order holds items from one neighbour, and this one is from somebody else'),
      })),
    )
}

async function reserveAnew(trx: Trx, listings: Listing[], request: ReservationRequest, now: Date): Promise<Order> {
  const facts = await readReservationFacts(trx, request, sellerOf(listings), now)
  refuseNoContact(facts.noContact)
  refuseTooMany(facts, request, now)
  const order = await open(trx, listings, request, { facts, now })
  await reserveListings(trx, { listingIds: request.listingIds, now })
  const holds = order.lines.map(({ reference, total, listingTitle }) => ({
    reference,
    amount: total,
    facts: { title: listingTitle },
  }))
  await holdTokens(trx, { memberId: request.buyerId, holds, now })
  return order
}

async function open(
  trx: Trx,
  listings: Listing[],
  request: ReservationRequest,
  { facts, now }: { facts: ReservationFacts; now: Date },
): Promise<Order> {
  // Rounded line by line, as each was shown.
  const lines = listings.map(({ id, title, tokenPrice }) => ({
    listingId: id,
    listingTitle: title,
    price: tokenPrice,
    fee: percentOf(tokenPrice, parseHundredths(facts.feePercentage)),
  }))
  const processingCents = request.addTo === undefined ? facts.orderCents : 0
  const cardAmountCents = cardFeeCents({ ...facts, orderCents: processingCents }, listings.length)
  const currency = request.currencyWhere(facts.currency)
  refuseOtherPrice(request, {
    total: lines.reduce((sum, { price, fee }) => sum + price + fee, 0n),
    cents: cardAmountCents,
    currency,
  })
  const purchase = {
    id: request.purchaseId ?? randomUUID(),
    buyerId: request.buyerId,
    sellerId: sellerOf(listings),
    feePercentage: facts.feePercentage,
    deliveryMethod: request.deliveryMethod,
    deliveryAddress: addressOf(request),
    courierFeeCents: await courierFeeOf(trx, listings, request, now),
    cardAmountCents,
    processingCents,
    itemCents: facts.itemCents,
    currency,
    reservedAt: now,
    expiresAt: new Date(now.getTime() + RESERVATION_MINUTES * 60_000),
    addedTo: request.addTo ?? null,
  }
  try {
    return await insertOrder(trx, purchase, lines)
  } catch (error) {
    if (!violates(error, 'purchase_pkey')) throw error
    throw new Conflict(PURCHASING_CODES.PURCHASE_MISMATCH, 'This purchase was already started with different details')
  }
}

function sellerOf([first]: Listing[]): string {
  if (!first) throw new Error('an order of nothing')
  return first.sellerId
}
