import type { RowQuery } from '../../platform/typed-query.ts'
import type { Reader, Tables, Trx } from '../../platform/database.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { pageOf, type Page, type PageQuery } from '../../platform/page.ts'
import { rowOf } from '../../platform/row.ts'
import { lockListing } from '../catalog/index.ts'
import { PURCHASING_CODES, type PurchaseState } from './contract.ts'

/** A row of `purchase`. `price` and `fee` are hundredths of a token. */
export class Purchase extends rowOf('purchase') {
  /** What its hold, release and void are called in the ledger. */
  get reference(): string {
    return `purchase:${this.id}`
  }
  /** What the buyer's tokens pay: price and fee. */
  get total(): bigint {
    return this.price + this.fee
  }
}

/** The states in which a listing belongs to the purchase; at most one of them for each listing. */
const LIVE_STATES: readonly PurchaseState[] = ['reserved', 'paid', 'disputed', 'delivered']

/** Paid, and neither delivered nor called off. */
export const AWAITING_DELIVERY: readonly PurchaseState[] = ['paid', 'disputed']

export const notAwaitingDelivery = () =>
  new Conflict(PURCHASING_CODES.NOT_AWAITING_DELIVERY, 'This item is not awaiting delivery')
export const purchaseNotFound = () => new NotFound('Purchase not found', PURCHASING_CODES.PURCHASE_NOT_FOUND)

export async function findPurchase(reader: Reader, id: string): Promise<Purchase | undefined> {
  return await Purchase.query(reader).findById(id)
}

export async function findPurchaseByPayment(reader: Reader, paymentIntentId: string): Promise<Purchase | undefined> {
  return await Purchase.query(reader).findOne({ payment_intent_id: paymentIntentId })
}

/** The purchase that the listing belongs to now. */
export async function findLivePurchase(reader: Reader, listingId: string): Promise<Purchase | undefined> {
  return await Purchase.query(reader).findOne({ listing_id: listingId }).whereIn('state', LIVE_STATES)
}

/**
 * The purchase, held until `trx` ends. Whoever goes on to change its listing has locked that before.
 * @throws {NotFound} PURCHASE_NOT_FOUND
 */
export async function lockPurchase(trx: Trx, id: string): Promise<Purchase> {
  const purchase = await Purchase.query(trx).findById(id).forNoKeyUpdate()
  if (!purchase) throw purchaseNotFound()
  return purchase
}

/** A page of what the member has bought or is about to pay, newest first; reservations that ran out are no purchases. */
export async function purchasesOf(
  reader: Reader,
  { buyerId, now, page }: { buyerId: string; now: Date; page: PageQuery },
): Promise<Page<Purchase>> {
  const query = Purchase.query(reader)
    .where({ buyer_id: buyerId })
    .where((shown) => {
      void shown.whereNotNull('paid_at').orWhere((live) => {
        void live.where('state', 'reserved').where('expires_at', '>', now)
      })
    })
  return readPage(query, page, { by: 'reserved_at', direction: 'desc' })
}

/** A page of what neighbours have paid for and got, or get, from the member; newest first. */
export async function salesOf(
  reader: Reader,
  { sellerId, page }: { sellerId: string; page: PageQuery },
): Promise<Page<Purchase>> {
  const query = Purchase.query(reader).where({ seller_id: sellerId }).whereNotNull('paid_at')
  return readPage(query, page, { by: 'paid_at', direction: 'desc' })
}

/** Ordered by a time that never changes, so that no row moves from one page to another. */
export async function readPage(
  query: RowQuery<Tables['purchase'], Purchase>,
  page: PageQuery,
  { by, direction }: { by: 'reserved_at' | 'paid_at' | 'disputed_at'; direction: 'asc' | 'desc' },
): Promise<Page<Purchase>> {
  if (page.cursor !== undefined) {
    const after = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${by}, id) ${after} (select ${by}, id from purchase where id = ?)`, [page.cursor])
  }
  const found = await query
    .orderBy(by, direction)
    .orderBy('id', direction)
    .limit(page.limit + 1)
  return pageOf(found, page)
}

/**
 * A purchase awaiting delivery and its listing, both held until `trx` ends: the frame of everything that ends it.
 * @param allowed who may
 * @throws {NotFound} PURCHASE_NOT_FOUND, also for those who may not; {Conflict} NOT_AWAITING_DELIVERY
 */
export async function lockAwaiting(
  trx: Trx,
  id: string,
  allowed: (purchase: Purchase) => boolean,
): Promise<Purchase & { listingId: string }> {
  const seen = await findPurchase(trx, id)
  if (!seen || !allowed(seen)) throw purchaseNotFound()
  if (seen.listingId !== null) await lockListing(trx, seen.listingId)
  const purchase = await lockPurchase(trx, id)
  if (!AWAITING_DELIVERY.includes(purchase.state) || !hasListing(purchase)) throw notAwaitingDelivery()
  return purchase
}

const hasListing = (purchase: Purchase): purchase is Purchase & { listingId: string } => purchase.listingId !== null
