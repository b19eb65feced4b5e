import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { leadingLine, Purchase, type Order, type PurchaseLine } from '../purchase/purchase.ts'
import { withLines } from '../purchase/read-purchase.ts'
import { refundsOf } from '../refund/card-refund.ts'

/** Cancelled purchases are included, and the other side appears by id alone. */
export async function exportTrades(reader: Reader, memberId: string) {
  const purchases = await Purchase.query(reader)
    .where({ buyer_id: memberId })
    .orWhere({ seller_id: memberId })
    .orderBy(['reserved_at', 'id'])
  const trades = await withLines(reader, purchases)
  const bought = trades.filter(({ buyerId }) => buyerId === memberId)
  const refunds = await refundsOf(
    reader,
    bought.map(({ id }) => id),
  )
  return {
    purchases: bought.map((order) => ({
      ...common(order),
      lines: order.lines.map((line) => ({ ...lineOf(line), disputeReason: line.disputeReason })),
      sellerId: order.sellerId,
      deliveryAddress: order.deliveryAddress,
      cardAmount: amount(order.cardAmountCents),
      currency: order.currency,
      cardRefunds: (refunds.get(order.id) ?? []).map(({ amountCents, dueAt, refundedAt }) => ({
        amount: amount(amountCents),
        dueAt,
        refundedAt,
      })),
      paymentIntentId: order.paymentIntentId,
    })),
    sales: trades
      .filter(({ sellerId }) => sellerId === memberId)
      .map((order) => ({ ...common(order), lines: order.lines.map(lineOf), buyerId: order.buyerId })),
  }
}

function common(order: Order) {
  const { id, addedTo, deliveryMethod, reservedAt, paidAt } = order
  return { id, addedTo, state: leadingLine(order).state, deliveryMethod, reservedAt, paidAt }
}

function lineOf(line: PurchaseLine) {
  const { listingId, listingTitle, state, price, fee, deliveredAt, cancelledAt } = line
  return {
    listingId,
    title: listingTitle,
    state,
    tokenPrice: formatHundredths(price),
    tokenFee: formatHundredths(fee),
    deliveredAt,
    cancelledAt,
  }
}

const amount = (cents: number) => formatHundredths(BigInt(cents))
