const ITEM_CENTS = 50
const PROCESSING_CENTS = 300
/** The fixed card charge in US cents: for the item and for processing. */
export const PLATFORM_FEE_CENTS = ITEM_CENTS + PROCESSING_CENTS

/** `$0.50`, but `$3`. */
const inShort = (cents: number) => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** `$3.50` */
export const PLATFORM_FEE = `$${(PLATFORM_FEE_CENTS / 100).toFixed(2)}`
/** `$0.50 + $3` */
export const PLATFORM_FEE_PARTS = `${inShort(ITEM_CENTS)} + ${inShort(PROCESSING_CENTS)}`

const DECISION_DAYS = 7

/** Until when the admins decide a problem that was reported then, as ISO 8601. */
export const decidedBy = (disputedAt: string): string =>
  new Date(Date.parse(disputedAt) + DECISION_DAYS * 86_400_000).toISOString()
