import type { Purchase, Quote, Sale, StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { ApiError, request } from '../../lib/api.ts'
import { refresh } from '../../lib/keys.ts'
import { USER_KEY } from '../../lib/use-user.ts'
import { forgetPurchase, purchaseIdFor } from './remembered-purchase.ts'

export const PURCHASES_KEY = '/api/purchases'
export const SALES_KEY = '/api/sales'

export interface DeliveryChoice {
  deliveryMethod: 'message' | 'doordash'
  deliveryAddress?: string
}

export const quoteDelivery = (itemId: string, dropoffAddress: string) =>
  request<Quote>('POST', '/api/delivery/quote', { itemId, dropoffAddress })

/** The purchase of this browser can't go on under its id: it has run out, or it was another order. A new id can. */
const STALE = ['RESERVATION_EXPIRED', 'PURCHASE_MISMATCH']

/** Starts a purchase, or continues the one that this browser has in progress. */
export async function startPurchase(itemId: string, choice: DeliveryChoice): Promise<StartedPurchase> {
  const start = () =>
    request<StartedPurchase>('POST', `/api/items/${itemId}/purchase/intent`, {
      ...choice,
      purchaseId: purchaseIdFor(itemId),
    })
  try {
    return await start()
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) forgetPurchase(itemId)
    if (!(error instanceof ApiError && STALE.includes(error.code ?? ''))) throw error
    return start()
  }
}

export const confirmSandboxPayment = (clientSecret: string, cardNumber: string) =>
  request<{ status: string; paymentIntentId: string; message?: string }>('POST', '/api/sandbox/payments/confirm', {
    clientSecret,
    cardNumber,
  })

export async function finishPurchase(itemId: string, paymentIntentId: string): Promise<Purchase> {
  const purchase = await request<Purchase>('POST', `/api/items/${itemId}/purchase`, { paymentIntentId })
  forgetPurchase(itemId)
  return purchase
}

export const confirmDelivery = (itemId: string) =>
  request<Purchase>('POST', `/api/items/${itemId}/confirm-delivery`, {})

/** Ends an unpaid reservation: the tokens come back. */
export const giveUpPurchase = (purchaseId: string) =>
  request<undefined>('POST', `${PURCHASES_KEY}/${purchaseId}/give-up`, {})

export const reportProblem = (purchaseId: string, reason: string) =>
  request<Purchase>('POST', `${PURCHASES_KEY}/${purchaseId}/report`, { reason })

export const cancelSale = (purchaseId: string, relist: boolean) =>
  request<Sale>('POST', `${PURCHASES_KEY}/${purchaseId}/cancel`, { relist })

/** After anything that moves tokens. */
export const refreshAfterPurchase = () =>
  refresh('/api/items', PURCHASES_KEY, SALES_KEY, '/api/tokens/transactions', '/api/messages', USER_KEY)
