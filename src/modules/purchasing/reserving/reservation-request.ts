import type { DeliveryMethod } from '../contract.ts'

/** A buyer's wish: which listings, and how they get to them. */
export interface ReservationRequest {
  buyerId: string
  /** Listings of one seller, each once. */
  listingIds: string[]
  /** One item, asked for by its own address: what is wrong is not told by its place in a list. */
  byItem: boolean
  /** The card's currency, by what the admins chose. */
  currencyWhere: (chosen: string | null) => string
  deliveryMethod: DeliveryMethod
  /** The courier's destination; not stored for 'message'. */
  deliveryAddress?: string | undefined
  /** Chosen by the buyer's browser, so that a repeat is the same purchase. */
  purchaseId?: string | undefined
  /** The paid order that it goes along with. */
  addTo?: string | undefined
  /** Tokens with fees that the buyer has seen, decimal text. */
  expectedTotal?: string | undefined
  /** The card's charge that the buyer has seen, in the currency's smallest unit. */
  expectedCents?: number | undefined
}
