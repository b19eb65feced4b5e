import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { ItemIds, purchaseParams, PURCHASING_CODES, Sale } from '../purchase/contract.ts'

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
