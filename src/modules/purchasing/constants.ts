export const ITEM_CENTS = 50
export const PROCESSING_CENTS = 300
/** Of one order. */
export const MAX_LINES = 10
/** What a member or a visitor gathers to buy, of all sellers together. */
export const MAX_BASKET_LINES = 50
/** The card charge of an order of so many things, in US cents. */
export const cardFeeCents = (lines: number): number => PROCESSING_CENTS + ITEM_CENTS * lines
/** The card charge of one thing. */
export const PLATFORM_FEE_CENTS = cardFeeCents(1)

/**
 * What the card gets back for so many things of an order that come to nothing, in US cents: the processing fee too where
 * nothing else of the order is delivered or still awaited.
 */
export const cardRefundCents = (lines: number, nothingElse: boolean): number =>
  ITEM_CENTS * lines + (nothingElse ? PROCESSING_CENTS : 0)

/** `$0.50`, but `$3`. */
const inShort = (cents: number) => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** 350 → `$3.50` */
export const asDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
/** `$3.50` */
export const PLATFORM_FEE = asDollars(PLATFORM_FEE_CENTS)
/** `$0.50 + $3` */
export const PLATFORM_FEE_PARTS = `${inShort(ITEM_CENTS)} + ${inShort(PROCESSING_CENTS)}`

/** From the report of a problem. */
export const DECISION_DAYS = 7

/** Until when the admins decide a problem that was reported then, as ISO 8601; after that it goes back to the buyer. */
export const decidedBy = (disputedAt: string): string =>
  new Date(Date.parse(disputedAt) + DECISION_DAYS * 86_400_000).toISOString()
