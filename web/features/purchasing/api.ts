import type { Purchase, StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { ApiError, call } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { forgetPurchase, purchaseIdFor } from './remembered-purchase.ts'

export interface DeliveryChoice {
  deliveryMethod: 'message' | 'doordash'
  deliveryAddress?: string
}

/** The stored purchase can't continue (expired, or another order): start again under a new id. */
const STALE = ['RESERVATION_EXPIRED', 'PURCHASE_MISMATCH']

/** Starts a purchase, or continues the one that this browser has in progress. */
export async function startPurchase(listingId: string, choice: DeliveryChoice): Promise<StartedPurchase> {
  const start = () =>
    call('POST /api/items/:id/purchase/intent', {
      params: { id: listingId },
      body: { ...choice, purchaseId: purchaseIdFor(listingId) },
    })
  try {
    return await start()
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) forgetPurchase(listingId)
    if (!(error instanceof ApiError && STALE.includes(error.code ?? ''))) throw error
    return start()
  }
}

export async function finishPurchase(listingId: string, paymentIntentId: string): Promise<Purchase> {
  const purchase = await call('POST /api/items/:id/purchase', { params: { id: listingId }, body: { paymentIntentId } })
  forgetPurchase(listingId)
  return purchase
}

/** After anything that moves tokens. */
export const refreshAfterPurchase = () =>
  refresh('/api/items', '/api/purchases', '/api/sales', '/api/tokens/transactions', '/api/messages', '/api/auth/user')
