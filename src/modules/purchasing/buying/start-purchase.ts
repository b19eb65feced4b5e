import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { PURCHASING_CODES, type StartedPurchase } from '../contract.ts'
import { endOverdueReservation } from '../reserving/end-reservation.ts'
import { cardProvider, type Payment } from '../card/card-provider.ts'
import { listingIdsOf, Purchase, type Order } from '../purchase/purchase.ts'
import { alreadyPaid, LapsedReservations } from './refusals.ts'
import { makeReservation } from '../reserving/make-reservation.ts'
import { currencyWhere } from '../../../platform/site/site.ts'
import { recordIfUnpaid } from '../wants/unpaid-want.ts'
import { settle } from './settle.ts'
import type { ReservationRequest } from '../reserving/reservation-request.ts'

type Chosen = Omit<ReservationRequest, 'listingIds' | 'byItem' | 'addTo' | 'currencyWhere'>

/** {@link start} with one item. */
export function startPurchase(ctx: Context, { listingId, ...chosen }: Chosen & { listingId: string }) {
  return start(ctx, { ...chosen, listingIds: [listingId], byItem: true })
}

/** {@link start} with one to ten items of one seller. */
export function startOrder(ctx: Context, { itemIds, ...chosen }: Chosen & { itemIds: string[] }) {
  return start(ctx, { ...chosen, listingIds: itemIds, byItem: false })
}

/**
 * Reserves the items and holds the tokens, then opens the card payment. The secret that lets the browser pay goes out
 * only once the payment's id is saved: no payment can be made that we don't know of.
 * @throws what {@link makeReservation} throws; Unavailable PAYMENTS_UNAVAILABLE: the reservation stays, a repeat resumes it
 */
export async function start(
  ctx: Context,
  request: Omit<ReservationRequest, 'currencyWhere'>,
): Promise<StartedPurchase> {
  const askedAt = ctx.clock.now()
  const { buyerId: memberId, listingIds } = request
  const order = await recordIfUnpaid(ctx, { memberId, listingIds }, () => reserve(ctx, request))
  const { clientSecret } = await paymentOf(ctx, order, askedAt)
  const { publishableKey, sandbox } = cardProvider(ctx)
  return {
    purchaseId: order.id,
    clientSecret,
    amountCents: order.cardAmountCents,
    currency: order.currency,
    publishableKey,
    sandbox,
    expiresAt: order.expiresAt.toISOString(),
  }
}

async function reserve(ctx: Context, request: Omit<ReservationRequest, 'currencyWhere'>): Promise<Order> {
  const attempt = () =>
    transact(ctx.db, (trx) =>
      makeReservation(
        trx,
        { ...request, currencyWhere: (chosen) => currencyWhere(ctx.config, chosen) },
        ctx.clock.now(),
      ),
    )
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof LapsedReservations)) throw error
    for (const purchaseId of error.purchaseIds) await endOverdueReservation(ctx, purchaseId)
    return await attempt()
  }
}

async function paymentOf(ctx: Context, order: Order, askedAt: Date): Promise<Payment> {
  const { id, buyerId, paymentIntentId, reservedAt } = order
  if (paymentIntentId === null) {
    const opened = await cardProvider(ctx).createPayment({
      purchaseId: id,
      listingIds: listingIdsOf(order.lines),
      buyerId,
      amountCents: order.cardAmountCents,
      currency: order.currency,
      repeatedSince: reservedAt < askedAt ? reservedAt : undefined,
    })
    const saved = await savePaymentId(ctx, id, opened.id)
    // When two open one at the same time, the first to be saved counts.
    return saved === opened.id ? opened : cardProvider(ctx).retrievePayment(saved)
  }
  const payment = await cardProvider(ctx).retrievePayment(paymentIntentId)
  if (payment.status === 'succeeded') {
    // Paid in another tab, and neither its call nor the webhook has been here yet.
    const settled = await settle(ctx, order, payment)
    if (settled.state === 'expired') throw expired()
    throw alreadyPaid()
  }
  if (payment.status === 'canceled') throw expired()
  return payment
}

/** @returns the id that is saved: this one, or the one that was there before */
async function savePaymentId(ctx: Context, purchaseId: string, paymentIntentId: string): Promise<string> {
  const live = () =>
    Purchase.query(ctx.db).findById(purchaseId).where('state', 'reserved').where('expires_at', '>', ctx.clock.now())
  if ((await live().whereNull('payment_intent_id').patch({ paymentIntentId })) === 1) return paymentIntentId
  const saved = (await live())?.paymentIntentId
  if (saved == null) throw expired()
  return saved
}

const expired = () =>
  new Conflict(PURCHASING_CODES.RESERVATION_EXPIRED, 'Your reservation has expired. Please start again.')
