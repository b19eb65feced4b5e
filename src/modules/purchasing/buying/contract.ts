import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { words } from '../../../platform/language/words.ts'
import { CATALOG_CODES, itemParams, ListingCard } from '../../catalog/contract.ts'
import { IDENTITY_CODES } from '../../identity/contract.ts'
import { DRAW_CODES } from '../draw/contract.ts'
import { address, DeliveryMethod, ItemIds, Purchase, purchaseParams, PURCHASING_CODES } from '../purchase/contract.ts'

export const RESERVATION_MINUTES = 15
/** Orders of one member; each keeps its things from everybody else. */
export const MAX_OPEN_RESERVATIONS = 5
/** A member may let go of one listing so often within 24 hours. */
export const MAX_GIVEN_UP = 3

const expectedTotal = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, words('Expected total must be an amount of tokens'))
const expectedCents = z
  .int(words('Expected charge must be a whole number of cents'))
  .min(1, words('Expected charge must be a whole number of cents'))
  .max(1_000_000, words('Expected charge must be a whole number of cents'))
/** The costs that the buyer has seen; where they are others, nothing is held. */
const expected = {
  /** Tokens with fee, decimal text. */
  expectedTotal,
  /** The card's charge, in the currency's smallest unit. */
  expectedCents: expectedCents.optional(),
}
const delivery = {
  deliveryMethod: DeliveryMethod.default('message'),
  deliveryAddress: address.optional(),
  /** Chosen by the client, so that a repeat is the same purchase. */
  purchaseId: z.uuid().optional(),
}
const isAddressed = (body: { deliveryMethod: DeliveryMethod; deliveryAddress?: string | undefined }) =>
  body.deliveryMethod === 'message' || body.deliveryAddress !== undefined
const unaddressed = { path: ['deliveryAddress'], message: words('Please enter a delivery address') }

const StartPurchaseBody = z
  .strictObject({ ...delivery, ...expected, expectedTotal: expectedTotal.optional() })
  .refine(isAddressed, unaddressed)
const StartOrderBody = z.strictObject({ itemIds: ItemIds, ...delivery, ...expected }).refine(isAddressed, unaddressed)
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
  body: z.strictObject({ itemIds: ItemIds, ...expected, purchaseId: delivery.purchaseId }),
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
export const getOpenOrder = endpoint({
  method: 'GET',
  path: '/api/items/:id/order',
  summary: "The caller's paid order that the listing can go along with for $0.50, by its id; null where there is none.",
  access: 'member',
  params: itemParams,
  response: z.object({ purchaseId: z.uuid().nullable() }),
})
export const listAddable = endpoint({
  method: 'GET',
  path: '/api/purchases/:id/more',
  summary:
    "Up to three other things of the seller that the caller's paid order takes along for $0.50 each, newest first.",
  access: 'member',
  who: 'The buyer.',
  params: purchaseParams,
  response: z.array(ListingCard),
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND] },
})
const finish = {
  access: 'member',
  startsNew: false,
  who: 'The buyer.',
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
} as const
export const finishPurchase = endpoint({
  ...finish,
  method: 'POST',
  path: '/api/items/:id/purchase',
  summary: 'Settles the purchase once the card provider says that its payment has succeeded.',
  changes: 'The purchase is paid and the pickup address is shown; buyer and seller have a conversation.',
  params: itemParams,
})
export const finishOrder = endpoint({
  ...finish,
  method: 'POST',
  path: '/api/purchases/:id/finish',
  summary: 'Settles the order once the card provider says that its payment has succeeded.',
  changes: 'The order is paid and the pickup address is shown; buyer and seller have a conversation.',
  params: purchaseParams,
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
