import { enqueue, publish } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { claimForBuyer, lockListing } from '../../catalog/index.ts'
import type { Payment } from '../card/card-provider.ts'
import { useCard } from '../card/card-users.ts'
import { PLATFORM_FEE, PLATFORM_FEE_CENTS } from '../constants.ts'
import { PURCHASING_CODES } from '../contract.ts'
import { endReserved } from './end-reserved.ts'
import { hasAlarm, raiseAlarm } from '../trades/alarms.ts'
import { findPurchase, lockPurchase, Purchase, purchaseNotFound } from '../purchase.ts'
import { mailSeller } from '../news/notify.ts'

const CURRENCY = 'usd'

/**
 * The only way to 'paid': the buyer's call, the webhook, the sweeper and a resumed start all come through here, in any
 * order and any number of times. `payment` is the provider's own answer, asked for by us.
 * @throws AppError 402 PAYMENT_INCOMPLETE or PAYMENT_NOT_YOURS
 */
export function settle(ctx: Context, purchaseId: string, payment: Payment): Promise<Purchase> {
  return transact(ctx.db, (trx) => settleIn(trx, purchaseId, payment, ctx.clock.now()))
}

/** {@link settle} as part of `trx`. Nothing is written before all checks are passed. */
export async function settleIn(trx: Trx, purchaseId: string, payment: Payment, now: Date): Promise<Purchase> {
  const found = await findPurchase(trx, purchaseId)
  if (!found) throw purchaseNotFound()
  refuseUnlessPaid(found, payment)
  if (found.listingId !== null) await lockListing(trx, found.listingId)
  const purchase = await lockPurchase(trx, purchaseId)
  if (purchase.state === 'reserved')
    return (await useCard(trx, purchase, payment.cardFingerprint))
      ? pay(trx, purchase, now)
      : refuseCard(trx, purchase, { fingerprint: payment.cardFingerprint, now })
  if (purchase.state === 'expired' && purchase.latePaymentAt === null) return sendBack(trx, purchase, now)
  return purchase
}

function refuseUnlessPaid(purchase: Purchase, payment: Payment): void {
  const { id, status, amount, amountReceived, currency, metadata } = payment
  const itsOwn =
    id === purchase.paymentIntentId &&
    metadata.purchase === purchase.id &&
    metadata.buyer === purchase.buyerId &&
    (purchase.listingId === null || metadata.item === purchase.listingId) &&
    amount === PLATFORM_FEE_CENTS &&
    currency === CURRENCY
  if (!itsOwn) throw notYours()
  if (status !== 'succeeded' || amountReceived !== PLATFORM_FEE_CENTS)
    throw new AppError(PURCHASING_CODES.PAYMENT_INCOMPLETE, 402, 'The payment has not been completed')
}

export const notYours = () =>
  new AppError(PURCHASING_CODES.PAYMENT_NOT_YOURS, 402, 'This payment does not belong to your purchase')

async function pay(trx: Trx, purchase: Purchase, now: Date): Promise<Purchase> {
  const { id, listingId, buyerId, sellerId, deliveryMethod, price } = purchase
  if (listingId === null) throw new Error(`reservation ${id} has no listing`)
  await claimForBuyer(trx, { listingId, buyerId, tokensInEscrow: price, now })
  const paid = await Purchase.query(trx).patchAndFetchById(id, { state: 'paid', paidAt: now })
  await publish(trx, 'purchase.paid', { purchaseId: id, listingId, buyerId, sellerId, deliveryMethod })
  await mailSeller(trx, paid)
  return paid
}

/**
 * A card is known only once it has paid, so the reservation ends and the money goes back by itself; an admin is told.
 * {@link refuseIfCardWasRefused} tells the buyer.
 */
async function refuseCard(
  trx: Trx,
  purchase: Purchase,
  { fingerprint, now }: { fingerprint: string | null; now: Date },
): Promise<Purchase> {
  await endReserved(trx, purchase, { why: 'card refused', now })
  await raiseAlarm(trx, { kind: 'refused_card', purchaseId: purchase.id, now, fingerprint })
  return sendBack(trx, purchase, now)
}

/** @throws AppError 402 CARD_SHARED */
export async function refuseIfCardWasRefused(reader: Reader, { id, state }: Purchase): Promise<void> {
  if (state !== 'expired' || !(await hasAlarm(reader, { kind: 'refused_card', purchaseId: id }))) return
  throw new AppError(
    PURCHASING_CODES.CARD_SHARED,
    402,
    `This card pays for other members already, or has bought from you. Please use a card of your own; the ${PLATFORM_FEE} go back to this one.`,
  )
}

/** A late payment: tokens and item are already released, so the card is refunded. */
async function sendBack(trx: Trx, purchase: Purchase, now: Date): Promise<Purchase> {
  const late = await Purchase.query(trx).patchAndFetchById(purchase.id, { latePaymentAt: now })
  await enqueue(trx, 'purchasing.refund-card', { purchaseId: purchase.id })
  return late
}
