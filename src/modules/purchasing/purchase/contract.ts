import { z } from 'zod'
import { formatHundredths, parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { words } from '../../../platform/language/words.ts'
import { text } from '../../../platform/text/text.ts'
import { MAX_LINES } from '../constants.ts'
import { PURCHASE_STATES, STATES } from '../states.ts'

export const PURCHASING_CODES = {
  OWN_LISTING: 'OWN_LISTING',
  LISTING_TAKEN: 'LISTING_TAKEN',
  LISTING_RESERVED: 'LISTING_RESERVED',
  INSUFFICIENT_TOKENS: 'INSUFFICIENT_TOKENS',
  DELIVERY_NOT_OFFERED: 'DELIVERY_NOT_OFFERED',
  PRICE_CHANGED: 'PRICE_CHANGED',
  TOO_MANY_RESERVATIONS: 'TOO_MANY_RESERVATIONS',
  GIVEN_UP_TOO_OFTEN: 'GIVEN_UP_TOO_OFTEN',
  PURCHASE_MISMATCH: 'PURCHASE_MISMATCH',
  PURCHASE_NOT_FOUND: 'PURCHASE_NOT_FOUND',
  RESERVATION_EXPIRED: 'RESERVATION_EXPIRED',
  ALREADY_PAID: 'ALREADY_PAID',
  PAYMENT_INCOMPLETE: 'PAYMENT_INCOMPLETE',
  PAYMENT_NOT_YOURS: 'PAYMENT_NOT_YOURS',
  NOT_AWAITING_DELIVERY: 'NOT_AWAITING_DELIVERY',
  PICKUP_DETAILS_HIDDEN: 'PICKUP_DETAILS_HIDDEN',
  QUOTE_UNAVAILABLE: 'QUOTE_UNAVAILABLE',
  PAYMENTS_UNAVAILABLE: 'PAYMENTS_UNAVAILABLE',
  PAYMENT_NOT_FOUND: 'PAYMENT_NOT_FOUND',
  CARD_DECLINED: 'CARD_DECLINED',
  BAD_SIGNATURE: 'BAD_SIGNATURE',
  ORDER_CLOSED: 'ORDER_CLOSED',
  ORDER_FULL: 'ORDER_FULL',
  OPEN_TRADES: 'OPEN_TRADES',
  PAYMENT_UNDER_WAY: 'PAYMENT_UNDER_WAY',
  DISPUTE_NOT_OPEN: 'DISPUTE_NOT_OPEN',
  CARD_SHARED: 'CARD_SHARED',
  CARD_ALLOWANCE_SPENT: 'CARD_ALLOWANCE_SPENT',
  ALARM_NOT_FOUND: 'ALARM_NOT_FOUND',
} as const

/**
 * The tokens of a purchase. Price, fee and total are decimal strings, the percentage too. The fee is rounded half up to
 * hundredths: 3.00 at 0.5% costs 3.02.
 */
export function tokenCost(price: string, feePercentage: string): { price: string; fee: string; total: string } {
  const amount = parseHundredths(price)
  const fee = percentOf(amount, parseHundredths(feePercentage))
  return { price: formatHundredths(amount), fee: formatHundredths(fee), total: formatHundredths(amount + fee) }
}

export const DeliveryMethod = z.enum(['message', 'doordash'])
export type DeliveryMethod = z.infer<typeof DeliveryMethod>
export const PurchaseState = z
  .enum(PURCHASE_STATES)
  .describe(PURCHASE_STATES.map((state) => `\`${state}\`: ${STATES[state].meaning}`).join(' '))

export const address = text({
  min: 5,
  tooShort: words('Please enter a delivery address'),
  max: 300,
  tooLong: words('Delivery address is too long'),
  lines: true,
})

/** Things of one order, by the ids of their listings. */
export const ItemIds = z
  .array(z.uuid())
  .min(1, words('Please choose at least one item'))
  .max(MAX_LINES, words('One order can have up to {maximum, plural, one {# item} other {# items}}'))
  .refine((ids) => new Set(ids).size === ids.length, words('Please name each item once'))

export const PickupDetails = z.object({
  pickupAddress: z.string(),
  city: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string().nullable(),
})
export type PickupDetails = z.infer<typeof PickupDetails>

/** One thing of an order, as its buyer sees it; `id` is the listing's, null once that is deleted. Tokens are decimal strings. */
export const PurchaseLine = z.object({
  id: z.uuid().nullable(),
  title: z.string(),
  category: z.string().nullable(),
  photos: z.array(z.string()),
  state: PurchaseState,
  tokenPrice: z.string(),
  tokenFee: z.string(),
  pickup: PickupDetails.nullable(),
  deliveryConfirmedAt: z.iso.datetime().nullable(),
  disputedAt: z.iso.datetime().nullable(),
  disputeReason: z.string().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  cancelledBy: z.enum(['seller', 'admin', 'clock']).nullable(),
  refundedAt: z.iso.datetime().nullable(),
})
export type PurchaseLine = z.infer<typeof PurchaseLine>

/**
 * A purchase as its buyer sees it: the specification's item fields (id is the listing's) and the purchase's own.
 * Token amounts are decimal strings, amounts of the card are in its currency. Of an order of several things, the
 * amounts are sums, and state and times are those of the thing that most wants to be looked at; id, category and
 * pickup are those of the first.
 */
export const Purchase = z.object({
  id: z.uuid().nullable(),
  purchaseId: z.uuid(),
  /** The order to which it is added once it is paid. */
  addedTo: z.uuid().nullable(),
  title: z.string(),
  category: z.string().nullable(),
  photos: z.array(z.string()),
  state: PurchaseState,
  lines: z.array(PurchaseLine),
  tokenPrice: z.string(),
  tokenFee: z.string(),
  tokensInEscrow: z.string(),
  cardAmount: z.string(),
  /** Its two parts as they were when this was bought: once for the order, and for each of its things. */
  cardPerOrder: z.string(),
  cardPerItem: z.string(),
  /** The currency of all these amounts: by ISO 4217, in small letters. */
  currency: z.string(),
  /** The part of it that has gone back to the card, or is on its way. */
  cardRefund: z.string(),
  deliveryMethod: DeliveryMethod,
  deliveryAddress: z.string().nullable(),
  /** Paid to the courier; null where none was quoted. */
  courierFee: z.string().nullable(),
  pickup: PickupDetails.nullable(),
  reservedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  purchasedAt: z.iso.datetime().nullable(),
  deliveryConfirmedAt: z.iso.datetime().nullable(),
  disputedAt: z.iso.datetime().nullable(),
  disputeReason: z.string().nullable(),
  cancelledAt: z.iso.datetime().nullable(),
  cancelledBy: z.enum(['seller', 'admin', 'clock']).nullable(),
  refundedAt: z.iso.datetime().nullable(),
  /** The moment at which the tokens go to the seller by themselves; empty unless awaiting delivery. */
  autoReleaseAt: z.iso.datetime().nullable(),
  seller: z.object({ id: z.uuid(), firstName: z.string().nullable() }),
})
export type Purchase = z.infer<typeof Purchase>

/** One thing of an order, as its seller sees it. */
export const SaleLine = PurchaseLine.omit({ tokenFee: true, pickup: true, refundedAt: true })
export type SaleLine = z.infer<typeof SaleLine>

/** A purchase as its seller sees it; `id` is the listing's. Where it goes is there only for a courier, and until it ends. */
export const Sale = Purchase.pick({
  id: true,
  purchaseId: true,
  title: true,
  category: true,
  photos: true,
  state: true,
  tokenPrice: true,
  cardPerOrder: true,
  cardPerItem: true,
  currency: true,
  deliveryMethod: true,
  deliveryAddress: true,
  purchasedAt: true,
  deliveryConfirmedAt: true,
  disputedAt: true,
  disputeReason: true,
  cancelledAt: true,
  cancelledBy: true,
  autoReleaseAt: true,
}).extend({ lines: z.array(SaleLine), buyer: z.object({ id: z.uuid(), firstName: z.string().nullable() }) })
export type Sale = z.infer<typeof Sale>

export const purchaseParams = z.strictObject({ id: z.uuid() })
