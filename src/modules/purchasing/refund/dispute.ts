import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { deliver } from '../delivery/deliver.ts'
import { findPurchase, lockAwaiting, Purchase, purchaseNotFound, readPage } from '../purchase.ts'
import { refundPurchase } from './refund-purchase.ts'

/** A page of the purchases with a problem that waits for an admin, the oldest first. */
export async function openDisputes(reader: Reader, page: PageQuery): Promise<Page<Purchase>> {
  const query = Purchase.query(reader).where('state', 'disputed')
  return readPage(query, page, { by: 'disputed_at', direction: 'asc' })
}

/** @throws {NotFound} PURCHASE_NOT_FOUND, also for a purchase that is not reported or has been decided */
export async function openDispute(reader: Reader, purchaseId: string): Promise<Purchase> {
  const purchase = await findPurchase(reader, purchaseId)
  if (purchase?.state !== 'disputed') throw purchaseNotFound()
  return purchase
}

/**
 * An admin's word on a reported problem: the tokens go to the seller, or everything goes back to the buyer. After a
 * refund the listing is withdrawn: its owner may offer it again once the problem is solved.
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Conflict} DISPUTE_NOT_OPEN
 */
export async function decideDispute(
  trx: Trx,
  { purchaseId, decision, now }: { purchaseId: string; decision: 'release' | 'refund'; now: Date },
): Promise<Purchase> {
  const purchase = await lockAwaiting(trx, purchaseId, () => true).catch((error: unknown) => {
    throw error instanceof Conflict ? notOpen() : error
  })
  if (purchase.state !== 'disputed') throw notOpen()
  return decision === 'release'
    ? deliver(trx, purchase, { by: 'admin', now })
    : refundPurchase(trx, purchase, { by: 'admin', to: 'withdrawn', now })
}

const notOpen = () => new Conflict(PURCHASING_CODES.DISPUTE_NOT_OPEN, 'This problem has been settled already')
