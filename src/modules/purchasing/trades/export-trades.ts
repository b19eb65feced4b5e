import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { Purchase } from '../purchase.ts'

/** What a member has bought and sold, cancelled purchases included. The other side appears by id alone. */
export async function exportTrades(reader: Reader, memberId: string) {
  const trades = await Purchase.query(reader)
    .where({ buyer_id: memberId })
    .orWhere({ seller_id: memberId })
    .orderBy(['reserved_at', 'id'])
  return {
    purchases: trades
      .filter(({ buyerId }) => buyerId === memberId)
      .map((purchase) => ({
        ...common(purchase),
        sellerId: purchase.sellerId,
        deliveryAddress: purchase.deliveryAddress,
        disputeReason: purchase.disputeReason,
        cardAmount: formatHundredths(BigInt(purchase.cardAmountCents)),
        paymentIntentId: purchase.paymentIntentId,
      })),
    sales: trades
      .filter(({ sellerId }) => sellerId === memberId)
      .map((purchase) => ({
        ...common(purchase),
        buyerId: purchase.buyerId,
      })),
  }
}

function common(purchase: Purchase) {
  const { id, listingId, listingTitle, state, price, fee, deliveryMethod } = purchase
  const { reservedAt, paidAt, deliveredAt, cancelledAt, refundedAt } = purchase
  return {
    id,
    listingId,
    title: listingTitle,
    state,
    tokenPrice: formatHundredths(price),
    tokenFee: formatHundredths(fee),
    deliveryMethod,
    reservedAt,
    paidAt,
    deliveredAt,
    cancelledAt,
    refundedAt,
  }
}
