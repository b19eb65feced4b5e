import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { address, PURCHASING_CODES } from '../purchase/contract.ts'

export const Quote = z.object({
  fee: z.number(),
  estimatedTime: z.string(),
  /** True where no courier was asked: computed from the distance. */
  estimate: z.boolean(),
  expiresAt: z.iso.datetime(),
})
export type Quote = z.infer<typeof Quote>

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
