import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { CATALOG_CODES, itemParams } from '../../catalog/contract.ts'
import { ItemIds, PickupDetails, Purchase, purchaseParams, PURCHASING_CODES } from '../purchase/contract.ts'

export const AUTO_RELEASE_DAYS = 14
export const REMINDER_DAYS = [3, 7, 13] as const

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
