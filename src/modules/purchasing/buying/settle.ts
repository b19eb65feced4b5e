import { enqueue, publish } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { claimForBuyer } from '../../catalog/index.ts'
import { removeFromBasket } from '../basket/change-basket.ts'
import { itemsOf, type Payment } from '../card/card-provider.ts'
import { useCard, type CardRefusal } from '../card/card-users.ts'
import { CARD_ALLOWANCE_TOKENS, PURCHASING_CODES } from '../contract.ts'
import { endReservationIn } from '../reserving/end-reservation-in.ts'
import { findAlarm, raiseAlarm } from '../oversight/alarms.ts'
import { listingIdsOf, Purchase, type OpenLine, type Order } from '../purchase/purchase.ts'
import { findOrder, findWhole } from '../purchase/read-purchase.ts'
import { BOUGHT } from '../states.ts'
import { lockWithListings } from '../purchase/lock-purchase.ts'
import { payOrder } from '../purchase/move-purchase.ts'
import { announceSale } from '../announce/announce.ts'
import { oweLatePayment } from '../refund/card-refund.ts'

/**
 * The only way to 'paid': the buyer's call, the webhook, the sweeper and a resumed start all come through here, in any
 * order and any number of times. `payment` is the provider's own answer, asked for by us.
 * @throws AppError 402 PAYMENT_INCOMPLETE or PAYMENT_NOT_YOURS
 */
export function settle(ctx: Context, seen: Order, payment: Payment): Promise<Order> {
  return transact(ctx.db, (trx) => settleIn(trx, seen, payment, ctx.clock.now()))
}

/** {@link settle} as part of `trx`. Nothing is written before all checks are passed. */
export async function settleIn(trx: Trx, seen: Order, payment: Payment, now: Date): Promise<Order> {
  refuseUnlessPaid(seen, payment)
  // Nothing leads back from these states.
  if (seen.state === 'paid' || seen.latePaymentAt !== null) return seen
  const order = await lockWithListings(trx, seen.id)
  if (order.state === 'reserved') {
    if (!(await goesWithSomething(trx, order))) {
      await endReservationIn(trx, order, { why: 'order_off', now })
      return sendBack(trx, order, now)
    }
    const fingerprint = payment.cardFingerprint
    const refusal = await useCard(trx, order, fingerprint, now)
    return refusal ? refuseCard(trx, order, { fingerprint, refusal, now }) : pay(trx, order, now)
  }
  if (order.state === 'expired' && order.latePaymentAt === null) return sendBack(trx, order, now)
  return order
}

/**
 * An addition belongs to its order as long as anything of that has been handed over or still is to be, whatever has
 * happened since it was asked for. Where all of it was called off, the card has its money for the order back, and what
 * is added can't stand alone for less.
 */
async function goesWithSomething(trx: Trx, { addedTo }: Order): Promise<boolean> {
  if (addedTo === null) return true
  const root = await findWhole(trx, addedTo)
  return root !== undefined && root.lines.some(({ state }) => BOUGHT.includes(state))
}

function refuseUnlessPaid(order: Order, payment: Payment): void {
  const { id, status, amount, amountReceived, currency, metadata } = payment
  const itsOwn =
    id === order.paymentIntentId &&
    metadata.purchase === order.id &&
    metadata.buyer === order.buyerId &&
    (!order.lines.every(hasListing) || metadata.item === itemsOf(listingIdsOf(order.lines))) &&
    amount === order.cardAmountCents &&
    currency === order.currency
  if (!itsOwn) throw notYours()
  if (status !== 'succeeded' || amountReceived !== order.cardAmountCents)
    throw new AppError(PURCHASING_CODES.PAYMENT_INCOMPLETE, 402, 'The payment has not been completed')
}

export const notYours = () =>
  new AppError(PURCHASING_CODES.PAYMENT_NOT_YOURS, 402, 'This payment does not belong to your purchase')

const hasListing = (line: Order['lines'][number]): line is OpenLine => line.listingId !== null

async function pay(trx: Trx, order: Order, now: Date): Promise<Order> {
  const { id, buyerId, sellerId, deliveryMethod } = order
  const lines = order.lines.filter(hasListing)
  await payOrder(trx, order, now)
  const listings = lines.map(({ listingId, price }) => ({ id: listingId, tokensInEscrow: price }))
  await claimForBuyer(trx, { listings, buyerId, now })
  await removeFromBasket(trx, { memberId: buyerId, itemIds: listingIdsOf(lines) })
  const [first, ...others] = listingIdsOf(lines)
  if (first === undefined) throw new Error(`reservation ${id} has no listing`)
  await publish(trx, 'purchase.paid', {
    purchaseId: id,
    listingId: first,
    otherListingIds: others,
    buyerId,
    sellerId,
    deliveryMethod,
    talkAbout: await conversationListing(trx, order),
  })
  await announceSale(trx, order, now)
  return order
}

/** An addition is talked about where its order is: under its first listing that is still there. */
async function conversationListing(trx: Trx, { addedTo }: Order): Promise<string | undefined> {
  const root = addedTo === null ? undefined : await findOrder(trx, addedTo)
  return root && listingIdsOf(root.lines)[0]
}

/**
 * A card is known only once it has paid, so the reservation ends and the money goes back by itself; an admin is told.
 * {@link refuseIfCardWasRefused} tells the buyer.
 */
async function refuseCard(
  trx: Trx,
  order: Order,
  { fingerprint, refusal, now }: { fingerprint: string | null; refusal: CardRefusal; now: Date },
): Promise<Order> {
  await endReservationIn(trx, order, { why: 'card_refused', now })
  await raiseAlarm(trx, { kind: 'refused_card', purchaseId: order.id, now, fingerprint, ...refusal })
  return sendBack(trx, order, now)
}

/** @throws AppError 402 CARD_SHARED or CARD_ALLOWANCE_SPENT */
export async function refuseIfCardWasRefused({ db, site }: Context, order: Order): Promise<void> {
  const { id, state, cardAmountCents, currency } = order
  const alarm = state === 'expired' ? await findAlarm(db, { kind: 'refused_card', purchaseId: id }) : undefined
  if (!alarm) return
  const charged = { cents: cardAmountCents, currency }
  if (!alarm.over_allowance)
    throw new AppError(
      PURCHASING_CODES.CARD_SHARED,
      402,
      say(
        'This card already pays for other members, or was used to buy from you. Please use a card of your own; the {charged} go back to this one.',
        { charged },
      ),
    )
  const tokens = CARD_ALLOWANCE_TOKENS
  const said = alarm.pays_from
    ? say(
        "On top of tokens earned by selling, one card can spend {tokens} tokens a month, and this one can't spend that many more right now. You can pay for this from {when} on; the {charged} go back to the card.",
        { tokens, charged, when: { moment: alarm.pays_from.toISOString(), timeZone: site.timeZone } },
      )
    : say(
        'On top of tokens earned by selling, one card can spend {tokens} tokens a month, and this costs more than that. Please pass something on first, or choose something for fewer tokens; the {charged} go back to the card.',
        { tokens, charged },
      )
  throw new AppError(PURCHASING_CODES.CARD_ALLOWANCE_SPENT, 402, said)
}

/** A late payment: tokens and items are already released, so the card is refunded. */
async function sendBack(trx: Trx, order: Order, now: Date): Promise<Order> {
  await Purchase.query(trx).findById(order.id).patch({ latePaymentAt: now })
  await oweLatePayment(trx, order, now)
  await enqueue(trx, 'purchasing.refund-card', { purchaseId: order.id })
  return Object.assign(order, { latePaymentAt: now })
}
