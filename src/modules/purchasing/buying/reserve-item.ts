import { randomUUID } from 'node:crypto'
import { violates, type Trx } from '../../../platform/database.ts'
import { parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { AppError, Conflict, NotFound } from '../../../platform/errors.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { lockListing, reserveListing, type Listing } from '../../catalog/index.ts'
import { requireContact, requireMember } from '../../identity/index.ts'
import { holdTokens, readFees } from '../../wallet/index.ts'
import { PURCHASING_CODES, RESERVATION_MINUTES, type DeliveryMethod } from '../contract.ts'
import { quotedFee } from '../courier/courier-quote.ts'
import { pickupFor } from '../courier/pickup.ts'
import { refuseOtherPrice, refuseTooMany } from './reservation-rules.ts'
import { findLivePurchase, findPurchase, lockPurchase, Purchase } from '../purchase.ts'

export interface PurchaseOrder {
  buyerId: string
  listingId: string
  deliveryMethod: DeliveryMethod
  /** Where the courier brings it; not stored for 'message'. */
  deliveryAddress?: string | undefined
  /** Chosen by the buyer's browser, so that a repeat is the same purchase. */
  purchaseId?: string | undefined
  /** Tokens with fee that the buyer has seen, decimal text. */
  expectedTotal?: string | undefined
}

/** Thrown for an overdue reservation that is not swept yet: expire it, then try again. */
export class LapsedReservation extends Conflict {
  readonly purchaseId: string
  constructor(purchaseId: string) {
    super(PURCHASING_CODES.LISTING_RESERVED, 'Somebody else is paying for this item right now')
    this.purchaseId = purchaseId
  }
}

/**
 * An available listing is reserved for the buyer for 15 minutes, and the buyer's tokens are held. The buyer's own live
 * reservation is taken up again instead: by its id with the same order only, else with the order as it is now.
 * Lock order: listing, buyer, purchase, accounts.
 * @throws NotSignedIn when the buyer has left; AppError OWN_LISTING or BLOCKED 403; NotFound; Conflict LISTING_TAKEN, LISTING_RESERVED, DELIVERY_NOT_OFFERED,
 *   INSUFFICIENT_TOKENS, PURCHASE_MISMATCH, ALREADY_PAID, RESERVATION_EXPIRED; {@link LapsedReservation}; and as
 *   {@link refuseOtherPrice} and {@link refuseTooMany}
 */
export async function reserveItem(trx: Trx, order: PurchaseOrder, now: Date): Promise<Purchase> {
  const listing = await lockListing(trx, order.listingId)
  await requireMember(trx, order.buyerId, 'turns')
  refuseUnlessOffered(listing, order)
  const named = order.purchaseId === undefined ? undefined : await findPurchase(trx, order.purchaseId)
  if (named) return resume(trx, named, order, now)
  if (listing.status === 'reserved') return joinReservation(trx, listing, order, now)
  if (listing.status !== 'available') throw listing.buyerId === order.buyerId ? alreadyPaid() : taken()
  await requireContact(trx, order.buyerId, listing.sellerId)
  await refuseTooMany(trx, order, now)
  const purchase = await insertPurchase(trx, listing, order, now)
  await reserveListing(trx, { listing, now })
  await holdTokens(trx, {
    memberId: order.buyerId,
    amount: purchase.total,
    reference: purchase.reference,
    description: `Purchase: ${listing.title}`,
    now,
  })
  return purchase
}

const taken = () => new Conflict(PURCHASING_CODES.LISTING_TAKEN, 'This item is no longer available')

function refuseUnlessOffered(listing: Listing, order: PurchaseOrder): void {
  if (listing.sellerId === order.buyerId)
    throw new AppError(PURCHASING_CODES.OWN_LISTING, 403, "You can't purchase your own item")
  if (listing.status === 'withdrawn' || listing.hiddenAt !== null)
    throw new NotFound('Item not found', CATALOG_CODES.LISTING_NOT_FOUND)
  if (order.deliveryMethod === 'doordash' && listing.deliveryOption === 'pickup')
    throw new Conflict(PURCHASING_CODES.DELIVERY_NOT_OFFERED, 'This item is for pickup only')
}

/** The same id again: the same purchase, if it is the same order and still can be paid. */
async function resume(trx: Trx, named: Purchase, order: PurchaseOrder, now: Date): Promise<Purchase> {
  const same =
    named.buyerId === order.buyerId &&
    named.listingId === order.listingId &&
    named.deliveryMethod === order.deliveryMethod &&
    named.deliveryAddress === addressOf(order)
  if (!same)
    throw new Conflict(PURCHASING_CODES.PURCHASE_MISMATCH, 'This purchase was started before with another content')
  const purchase = await lockPurchase(trx, named.id)
  if (purchase.state === 'expired' || (purchase.state === 'reserved' && purchase.expiresAt <= now))
    throw new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
  if (purchase.state !== 'reserved') throw alreadyPaid()
  refuseOtherPrice(order, purchase.total)
  return purchase
}

export const alreadyPaid = () => new Conflict(PURCHASING_CODES.ALREADY_PAID, 'You have already paid for this item')

/** The listing is reserved: by this buyer, who goes on with it, or by somebody else. */
async function joinReservation(trx: Trx, listing: Listing, order: PurchaseOrder, now: Date): Promise<Purchase> {
  const live = await findLivePurchase(trx, order.listingId)
  if (!live) throw taken()
  if (live.expiresAt <= now) throw new LapsedReservation(live.id)
  if (live.buyerId !== order.buyerId)
    throw new Conflict(PURCHASING_CODES.LISTING_RESERVED, 'Somebody else is paying for this item right now')
  refuseOtherPrice(order, live.total)
  return await Purchase.query(trx).patchAndFetchById(live.id, {
    deliveryMethod: order.deliveryMethod,
    deliveryAddress: addressOf(order),
    courierFeeCents: await courierFeeOf(trx, listing, order, now),
  })
}

async function insertPurchase(trx: Trx, listing: Listing, order: PurchaseOrder, now: Date): Promise<Purchase> {
  const { transaction: percentage } = await readFees(trx)
  const fee = percentOf(listing.tokenPrice, parseHundredths(percentage))
  refuseOtherPrice(order, listing.tokenPrice + fee)
  try {
    return await Purchase.query(trx)
      .insert({
        id: order.purchaseId ?? randomUUID(),
        listingId: listing.id,
        listingTitle: listing.title,
        buyerId: order.buyerId,
        sellerId: listing.sellerId,
        state: 'reserved',
        price: listing.tokenPrice,
        fee,
        feePercentage: percentage,
        deliveryMethod: order.deliveryMethod,
        deliveryAddress: addressOf(order),
        courierFeeCents: await courierFeeOf(trx, listing, order, now),
        reservedAt: now,
        expiresAt: new Date(now.getTime() + RESERVATION_MINUTES * 60_000),
      })
      .returning('*')
  } catch (error) {
    if (!violates(error, 'purchase_pkey')) throw error
    throw new Conflict(PURCHASING_CODES.PURCHASE_MISMATCH, 'This purchase was started before with another content')
  }
}

/** As it was quoted to the buyer. */
async function courierFeeOf(trx: Trx, listing: Listing, order: PurchaseOrder, now: Date): Promise<number | null> {
  const dropoffAddress = addressOf(order)
  const pickup = pickupFor(listing, order.buyerId)
  if (dropoffAddress === null || pickup === null) return null
  return quotedFee(trx, { listingId: listing.id, pickupAddress: pickup.address, dropoffAddress }, now)
}

function addressOf(order: PurchaseOrder): string | null {
  return order.deliveryMethod === 'doordash' ? (order.deliveryAddress ?? null) : null
}
