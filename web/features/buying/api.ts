import type { Purchase, StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { ApiError, call, get, path } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { forgetPurchase, purchaseIdFor } from './remembered-purchase.ts'

export interface DeliveryChoice {
  deliveryMethod: 'message' | 'doordash'
  deliveryAddress?: string
}

/** With the total in tokens and the card's charge in cents that the buyer has seen. */
export type PurchaseOrder = DeliveryChoice & { expectedTotal: string; expectedCents: number }

/** The stored purchase can't continue (expired, or another order): start again under a new id. */
const STALE = ['RESERVATION_EXPIRED', 'PURCHASE_MISMATCH']

/**
 * Starts a purchase of one neighbour's listings, or continues the one that this browser has in progress.
 * @param addTo the paid order that they go along with
 */
export async function startPurchase(
  listingIds: string[],
  order: PurchaseOrder,
  addTo?: string,
): Promise<StartedPurchase> {
  const start = () => {
    const body = { ...order, purchaseId: purchaseIdFor(listingIds, addTo) }
    if (addTo !== undefined) {
      const { expectedTotal, expectedCents, purchaseId } = body
      return call('POST /api/purchases/:id/add', {
        params: { id: addTo },
        body: { itemIds: listingIds, expectedTotal, expectedCents, purchaseId },
      })
    }
    const [id, ...others] = listingIds
    return id !== undefined && others.length === 0
      ? call('POST /api/items/:id/purchase/intent', { params: { id }, body })
      : call('POST /api/purchases/intent', { body: { ...body, itemIds: listingIds } })
  }
  try {
    return await start()
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) forgetPurchase(listingIds, addTo)
    if (!(error instanceof ApiError && STALE.includes(error.code ?? ''))) throw error
    return start()
  }
}

export async function finishPurchase(id: string, paymentIntentId: string): Promise<Purchase> {
  const purchase = await call('POST /api/purchases/:id/finish', { params: { id }, body: { paymentIntentId } })
  const ids = purchase.lines.flatMap((line) => line.id ?? [])
  forgetPurchase(ids, purchase.addedTo ?? undefined)
  return purchase
}

const CHANNEL = 'trades'

/** After anything that moves tokens: here, and in the other tabs of this browser. */
export async function refreshAfterPurchase(): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  channel.close()
  await refreshTrades()
}

/** Refreshes when another tab has moved tokens. Returns how to stop. */
export function followOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = () => void refreshTrades()
  return () => channel.close()
}

const refreshTrades = () =>
  refresh(
    '/api/baskets',
    '/api/items',
    '/api/purchases',
    '/api/sales',
    '/api/tokens/transactions',
    '/api/trades',
    '/api/messages',
    '/api/auth/user',
  )

/** Times that the conversation is looked for: a job begins it once the purchase is paid. */
const LOOKS = 6
const PAUSE_MS = 500

/** The way to the conversation about what was bought; to the inbox while there is none. */
export async function threadAbout(purchase: Purchase): Promise<string> {
  const id = await talkedAboutUnder(purchase)
  for (let look = 0; id !== null && look < LOOKS; look += 1) {
    const about = path('/api/messages/conversations', { query: { itemId: id } })
    const [found] = await get(about).catch(() => [])
    if (found) return `/inbox?conversation=${found.id}`
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return '/inbox'
}

/** An addition is talked about where its order is. */
async function talkedAboutUnder({ id, addedTo }: Purchase): Promise<string | null> {
  if (addedTo === null) return id
  const trade = await get(path('/api/purchases/:id/trade', { params: { id: addedTo } })).catch(() => null)
  return trade?.lines.find((line) => line.id !== null)?.id ?? id
}
