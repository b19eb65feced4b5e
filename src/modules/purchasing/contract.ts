import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { percentOf, parseHundredths, formatHundredths } from '../../platform/decimal.ts'
import { text } from '../../platform/text/text.ts'
import { words } from '../../platform/language/words.ts'
import { CATALOG_CODES, itemParams } from '../catalog/contract.ts'
import { IDENTITY_CODES } from '../identity/contract.ts'
import { DRAW_CODES } from './draw/contract.ts'
import { MAX_LINES } from './constants.ts'
import { PURCHASE_STATES, STATES } from './states.ts'

export const RESERVATION_MINUTES = 15
export const AUTO_RELEASE_DAYS = 14
/** Orders of one member; each keeps its things from everybody else. */
export const MAX_OPEN_RESERVATIONS = 5
/** A member may let go of one listing so often within 24 hours. */
export const MAX_GIVEN_UP = 3
/** What a card can spend of bonuses in a month, by all whom it pays for. */
export const CARD_ALLOWANCE_TOKENS = 50
export const REMINDER_DAYS = [3, 7, 13] as const

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

/** Alarms that only a person can settle, and clears with a word. */
export const CLEARABLE_ALARMS = ['refund_failed', 'card_event', 'chargeback', 'refused_card'] as const
export type ClearableAlarm = (typeof CLEARABLE_ALARMS)[number]

/**
 * What a purchase costs in tokens. Price, fee and total are decimal strings, the percentage too.
 * The fee is rounded half up to hundredths: 3.00 at 0.5% costs 3.02.
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

/** What about purchases an admin should look at. */
export const ALARMS = [
  'late_payment',
  'refund_overdue',
  'refund_failed',
  'card_event',
  'chargeback',
  'refused_card',
  'overdue_reservation',
  'payment_difference',
] as const

const address = text({
  min: 5,
  tooShort: words('Please enter a delivery address'),
  max: 300,
  tooLong: words('Delivery address is too long'),
  lines: true,
})

/** Tokens with fee that the buyer has seen, decimal text; where it costs something else, nothing is held. */
const expectedTotal = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, words('Expected total must be an amount of tokens'))
const delivery = {
  deliveryMethod: DeliveryMethod.default('message'),
  deliveryAddress: address.optional(),
  /** Chosen by the client, so that a repeat is the same purchase. */
  purchaseId: z.uuid().optional(),
}
const isAddressed = (body: { deliveryMethod: DeliveryMethod; deliveryAddress?: string | undefined }) =>
  body.deliveryMethod === 'message' || body.deliveryAddress !== undefined
const unaddressed = { path: ['deliveryAddress'], message: words('Please enter a delivery address') }

/** Things of one order, by the ids of their listings. */
export const ItemIds = z
  .array(z.uuid())
  .min(1, words('Please choose at least one item'))
  .max(MAX_LINES, words('One order has at most {maximum, plural, one {# item} other {# items}}'))
  .refine((ids) => new Set(ids).size === ids.length, words('Please name each item once'))

const StartPurchaseBody = z
  .strictObject({ ...delivery, expectedTotal: expectedTotal.optional() })
  .refine(isAddressed, unaddressed)
const StartOrderBody = z.strictObject({ itemIds: ItemIds, ...delivery, expectedTotal }).refine(isAddressed, unaddressed)
export const StartedPurchase = z.object({
  purchaseId: z.uuid(),
  clientSecret: z.string(),
  /** $3.00, and $0.50 for each thing; of what is added to an order only these. In the currency's smallest unit. */
  amountCents: z.int(),
  /** By ISO 4217, in small letters. */
  currency: z.string(),
  publishableKey: z.string().nullable(),
  sandbox: z.boolean(),
  expiresAt: z.iso.datetime(),
})
export type StartedPurchase = z.infer<typeof StartedPurchase>

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
  /** What of it has gone back to the card, or is on its way. */
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
  /** When the tokens go to the seller by themselves; empty unless awaiting delivery. */
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

export const Quote = z.object({
  fee: z.number(),
  estimatedTime: z.string(),
  /** True where no courier was asked: computed from the distance. */
  estimate: z.boolean(),
  expiresAt: z.iso.datetime(),
})
export type Quote = z.infer<typeof Quote>

/** Conflicts of whatever begins a card payment for things. */
const NOT_RESERVED = [
  PURCHASING_CODES.LISTING_TAKEN,
  PURCHASING_CODES.LISTING_RESERVED,
  DRAW_CODES.DRAW_OPEN,
  DRAW_CODES.NOT_YOUR_TURN,
  PURCHASING_CODES.INSUFFICIENT_TOKENS,
  PURCHASING_CODES.PRICE_CHANGED,
  PURCHASING_CODES.TOO_MANY_RESERVATIONS,
  PURCHASING_CODES.PURCHASE_MISMATCH,
  PURCHASING_CODES.RESERVATION_EXPIRED,
  PURCHASING_CODES.ALREADY_PAID,
] as const

export const startPurchase = endpoint({
  method: 'POST',
  path: '/api/items/:id/purchase/intent',
  summary: 'Reserves the listing for 15 minutes, holds the tokens and opens the card payment.',
  access: 'member',
  startsNew: true,
  who: 'Members who do not own the listing.',
  changes:
    'The listing is reserved, price and fee move into escrow, and a card payment is opened. All of it ends by itself after 15 minutes.',
  params: itemParams,
  body: StartPurchaseBody,
  response: StartedPurchase,
  status: 201,
  errors: {
    403: [PURCHASING_CODES.OWN_LISTING, IDENTITY_CODES.BLOCKED],
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [...NOT_RESERVED, PURCHASING_CODES.DELIVERY_NOT_OFFERED],
    429: [PURCHASING_CODES.GIVEN_UP_TOO_OFTEN],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const startOrder = endpoint({
  method: 'POST',
  path: '/api/purchases/intent',
  summary:
    'Reserves one to ten listings of one seller for 15 minutes, all or none, holds the tokens and opens one card ' +
    'payment. Where some are unavailable, `details` names each.',
  access: 'member',
  startsNew: true,
  who: 'Members who do not own the listings.',
  changes:
    'The listings are reserved, prices and fees move into escrow, and one card payment is opened. All of it ends by itself after 15 minutes.',
  body: StartOrderBody,
  response: StartedPurchase,
  status: 201,
  errors: {
    403: [PURCHASING_CODES.OWN_LISTING, IDENTITY_CODES.BLOCKED],
    409: [...NOT_RESERVED, PURCHASING_CODES.DELIVERY_NOT_OFFERED],
    429: [PURCHASING_CODES.GIVEN_UP_TOO_OFTEN],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const addToOrder = endpoint({
  method: 'POST',
  path: '/api/purchases/:id/add',
  summary:
    'Has more things of the same seller go along with a paid order of which nothing is handed over: reserves them for 15 ' +
    "minutes, all or none, and opens a card payment of their own, without the $3.00. Once paid they are on the order's " +
    'card, in its conversation and appointment, and under its code.',
  access: 'member',
  startsNew: true,
  who: 'The buyer.',
  changes:
    'As with an order of their own; the payment of an order that is called off meanwhile goes back. The $3.00 go back once nothing is left of the order and of what was added to it.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ itemIds: ItemIds, expectedTotal, purchaseId: delivery.purchaseId }),
  response: StartedPurchase,
  status: 201,
  errors: {
    403: [PURCHASING_CODES.OWN_LISTING, IDENTITY_CODES.BLOCKED],
    404: [PURCHASING_CODES.PURCHASE_NOT_FOUND],
    409: [PURCHASING_CODES.ORDER_CLOSED, PURCHASING_CODES.ORDER_FULL, ...NOT_RESERVED],
    429: [PURCHASING_CODES.GIVEN_UP_TOO_OFTEN],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const finishPurchase = endpoint({
  method: 'POST',
  path: '/api/items/:id/purchase',
  summary: 'Settles the purchase once the card provider says that its payment has succeeded.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'The purchase is paid and the pickup address is shown; buyer and seller have a conversation.',
  params: itemParams,
  body: z.strictObject({ paymentIntentId: z.string().min(1).max(255) }),
  response: Purchase,
  errors: {
    402: [
      PURCHASING_CODES.PAYMENT_NOT_YOURS,
      PURCHASING_CODES.PAYMENT_INCOMPLETE,
      PURCHASING_CODES.CARD_SHARED,
      PURCHASING_CODES.CARD_ALLOWANCE_SPENT,
    ],
    409: [PURCHASING_CODES.RESERVATION_EXPIRED],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const confirmDelivery = endpoint({
  method: 'POST',
  path: '/api/items/:id/confirm-delivery',
  summary: 'Releases the tokens from escrow to the seller. This cannot be undone.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'The tokens go from escrow to the seller.',
  params: itemParams,
  body: z.strictObject({}),
  response: Purchase,
  errors: { 403: [], 404: [CATALOG_CODES.LISTING_NOT_FOUND], 409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY] },
})
export const getPickupDetails = endpoint({
  method: 'GET',
  path: '/api/items/:id/pickup-details',
  summary: 'Where and from whom to pick up; for the owner and the paid buyer only.',
  access: 'member',
  who: 'The owner, and the buyer once paid.',
  params: itemParams,
  response: PickupDetails,
  errors: { 403: [PURCHASING_CODES.PICKUP_DETAILS_HIDDEN], 404: [CATALOG_CODES.LISTING_NOT_FOUND] },
})
const purchaseParams = z.strictObject({ id: z.uuid() })
export const finishOrder = endpoint({
  method: 'POST',
  path: '/api/purchases/:id/finish',
  summary: 'Settles the order once the card provider says that its payment has succeeded.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'The order is paid and the pickup address is shown; buyer and seller have a conversation.',
  params: purchaseParams,
  body: z.strictObject({ paymentIntentId: z.string().min(1).max(255) }),
  response: Purchase,
  errors: {
    402: [
      PURCHASING_CODES.PAYMENT_NOT_YOURS,
      PURCHASING_CODES.PAYMENT_INCOMPLETE,
      PURCHASING_CODES.CARD_SHARED,
      PURCHASING_CODES.CARD_ALLOWANCE_SPENT,
    ],
    409: [PURCHASING_CODES.RESERVATION_EXPIRED],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const confirmOrder = endpoint({
  method: 'POST',
  path: '/api/purchases/:id/confirm',
  summary:
    'Releases the tokens of what the buyer has got to the seller: of the named things, or of all that is awaited. This cannot be undone.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'The tokens of the confirmed things go from escrow to the seller.',
  params: purchaseParams,
  body: z.strictObject({ itemIds: ItemIds.optional() }),
  response: Purchase,
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND], 409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY] },
})
export const giveUpPurchase = endpoint({
  method: 'POST',
  path: '/api/purchases/:id/give-up',
  summary:
    'Ends an unpaid reservation: the tokens come back at once, and the item is free again. A repeat does nothing.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'Reservation and card payment end, tokens come back.',
  params: purchaseParams,
  body: z.strictObject({}),
  status: 204,
  errors: {
    404: [PURCHASING_CODES.PURCHASE_NOT_FOUND],
    409: [PURCHASING_CODES.ALREADY_PAID, PURCHASING_CODES.PAYMENT_UNDER_WAY],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const cancelPurchase = endpoint({
  method: 'POST',
  path: '/api/purchases/:id/cancel',
  summary:
    'The seller calls a paid purchase off, or the named things of it: the buyer gets their tokens and card fee back, and ' +
    'they are offered again or not.',
  access: 'member',
  startsNew: false,
  who: 'The seller.',
  changes: 'Tokens and card fee go back to the buyer, who is told; the listings are available or withdrawn.',
  params: purchaseParams,
  body: z.strictObject({ relist: z.boolean(), itemIds: ItemIds.optional() }),
  response: Sale,
  errors: {
    404: [PURCHASING_CODES.PURCHASE_NOT_FOUND],
    409: [PURCHASING_CODES.NOT_AWAITING_DELIVERY],
  },
})
export const quoteDelivery = endpoint({
  method: 'POST',
  path: '/api/delivery/quote',
  summary: "What a courier would cost (in the market's currency) and how long it would take.",
  access: 'member',
  startsNew: false,
  changes: 'Nothing; a quote is kept for a few minutes.',
  body: z.union([
    z.strictObject({ itemId: z.uuid(), dropoffAddress: address }),
    z.strictObject({ pickupAddress: address, dropoffAddress: address }),
  ]),
  response: Quote,
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND], 503: [PURCHASING_CODES.QUOTE_UNAVAILABLE] },
})
export const confirmSandboxPayment = endpoint({
  method: 'POST',
  path: '/api/sandbox/payments/confirm',
  summary: 'Plays the card form of the built-in card sandbox; absent where real cards are taken.',
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
  changes: 'The simulated payment succeeds, fails or asks for one more confirmation. No money moves.',
  body: z.strictObject({ clientSecret: z.string().max(255), cardNumber: z.string().max(30) }),
  response: z.object({ status: z.string(), paymentIntentId: z.string(), message: z.string().optional() }),
  errors: {
    402: [PURCHASING_CODES.CARD_DECLINED],
    404: [PURCHASING_CODES.PAYMENT_NOT_FOUND],
    409: [PURCHASING_CODES.RESERVATION_EXPIRED],
    503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE],
  },
})
export const receiveCardEvent = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: "The card provider's signed events.",
  access: 'public',
  who: 'The card provider, by its signature.',
  changes: 'The purchase, refund or alarm that the event is about. A repeat does nothing.',
  kind: 'raw',
  headers: z.object({ 'stripe-signature': z.string() }),
  body: z.looseObject({ id: z.string(), type: z.string() }).describe('An event, byte by byte as it was signed.'),
  response: z.object({ received: z.literal(true) }),
  errors: { 400: [PURCHASING_CODES.BAD_SIGNATURE], 503: [PURCHASING_CODES.PAYMENTS_UNAVAILABLE] },
})
