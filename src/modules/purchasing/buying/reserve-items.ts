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
import { addressOf, courierFeeOf } from './order-delivery.ts'
import { notThere, ownListing, refuseAll, unavailable, unfit } from './refusals.ts'
import { requireOpen } from './require-open.ts'
import { readTerms, type Terms, refuseOtherPrice, refuseTooMany } from './reservation-rules.ts'
import { join, reservationsOf, resume, sameOrder } from './resume-order.ts'
import type { Wanted } from './wanted.ts'

/**
 * Available listings of one seller are reserved for the buyer for 15 minutes, and the buyer's tokens are held: for all of
 * them, or for none. The buyer's own live reservation of the same things is taken up again instead: by its id with the
 * same order only, else with the order as it is now.
 * Lock order: listings by id, buyer, the order that it is added to, purchase, accounts.
 * @throws NotSignedIn when the buyer has left; AppError OWN_LISTING or BLOCKED 403; ValidationFailed for two sellers; NotFound;
 *   Conflict LISTING_TAKEN, LISTING_RESERVED, DELIVERY_NOT_OFFERED, INSUFFICIENT_TOKENS, PURCHASE_MISMATCH, ALREADY_PAID,
 *   RESERVATION_EXPIRED; LapsedReservations; and as {@link refuseOtherPrice}, {@link refuseTooMany} and {@link requireOpen}
 */
export async function reserveItems(trx: Trx, wanted: Wanted, now: Date): Promise<Order> {
  const listings = await lockListings(trx, wanted.listingIds)
  if (wanted.byItem && listings.size === 0) throw notThere()
  await requireMember(trx, wanted.buyerId, 'turns')
  await refuseUndrawn(trx, listings.values(), wanted.buyerId, now)
  refuseOwn(listings, wanted)
  const named = wanted.purchaseId === undefined ? undefined : await findOrder(trx, wanted.purchaseId)
  const { addTo } = wanted
  if (addTo === undefined) refuseMixed(listings, wanted)
  else if (named?.state !== 'paid') await requireOpen(trx, { addTo, wanted, listings })
  const misfits = unfit(listings, wanted)
  if (wanted.byItem) refuseAll(misfits, wanted)
  if (named) return resume(trx, named, wanted, now)
  const reservations = await reservationsOf(trx, listings)
  const own = sameOrder(reservations, wanted, now)
  if (own && misfits.length === 0) return join(trx, own, listings, wanted, now)
  refuseAll([...misfits, ...unavailable(listings, reservations, wanted, now)], wanted)
  const chosen = wanted.listingIds.flatMap((id) => listings.get(id) ?? [])
  return reserveAnew(trx, chosen, wanted, now)
}

function refuseOwn(listings: Map<string, Listing>, { buyerId }: Wanted): void {
  if ([...listings.values()].some(({ sellerId }) => sellerId === buyerId)) throw ownListing()
}

function refuseMixed(listings: Map<string, Listing>, { listingIds }: Wanted): void {
  const found = listingIds.flatMap((id, index) => {
    const listing = listings.get(id)
    return listing ? [{ index, sellerId: listing.sellerId }] : []
  })
  const others = found.filter(({ sellerId }) => sellerId !== found[0]?.sellerId)
  if (others.length > 0)
    throw new ValidationFailed(
      others.map(({ index }) => ({
        path: ['itemIds', index],
        message: words('One order takes the items of one neighbour: this one is from somebody else'),
      })),
    )
}

async function reserveAnew(trx: Trx, listings: Listing[], wanted: Wanted, now: Date): Promise<Order> {
  const terms = await readTerms(trx, wanted, sellerOf(listings), now)
  refuseNoContact(terms.noContact)
  refuseTooMany(terms, wanted, now)
  const order = await open(trx, listings, wanted, { terms, now })
  await reserveListings(trx, { listingIds: wanted.listingIds, now })
  const holds = order.lines.map(({ reference, total, listingTitle }) => ({
    reference,
    amount: total,
    facts: { title: listingTitle },
  }))
  await holdTokens(trx, { memberId: wanted.buyerId, holds, now })
  return order
}

async function open(
  trx: Trx,
  listings: Listing[],
  wanted: Wanted,
  { terms, now }: { terms: Terms; now: Date },
): Promise<Order> {
  // Rounded line by line, as each was shown.
  const lines = listings.map(({ id, title, tokenPrice }) => ({
    listingId: id,
    listingTitle: title,
    price: tokenPrice,
    fee: percentOf(tokenPrice, parseHundredths(terms.feePercentage)),
  }))
  refuseOtherPrice(
    wanted,
    lines.reduce((sum, { price, fee }) => sum + price + fee, 0n),
  )
  const processingCents = wanted.addTo === undefined ? terms.orderCents : 0
  const purchase = {
    id: wanted.purchaseId ?? randomUUID(),
    buyerId: wanted.buyerId,
    sellerId: sellerOf(listings),
    feePercentage: terms.feePercentage,
    deliveryMethod: wanted.deliveryMethod,
    deliveryAddress: addressOf(wanted),
    courierFeeCents: await courierFeeOf(trx, listings, wanted, now),
    cardAmountCents: cardFeeCents({ ...terms, orderCents: processingCents }, listings.length),
    processingCents,
    itemCents: terms.itemCents,
    currency: wanted.currency,
    reservedAt: now,
    expiresAt: new Date(now.getTime() + RESERVATION_MINUTES * 60_000),
    addedTo: wanted.addTo ?? null,
  }
  try {
    return await insertOrder(trx, purchase, lines)
  } catch (error) {
    if (!violates(error, 'purchase_pkey')) throw error
    throw new Conflict(PURCHASING_CODES.PURCHASE_MISMATCH, 'This purchase was started before with another content')
  }
}

/** Of all of them. */
function sellerOf([first]: Listing[]): string {
  if (!first) throw new Error('an order of nothing')
  return first.sellerId
}
