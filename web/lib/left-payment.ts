import { useEffect } from 'react'
import { tabStore } from './browser/browser-store.ts'
import { call } from './api.ts'
import { refresh } from './use-api.ts'

const KEY = 'left-payment'

/** The page goes away before its request to give up is answered. */
export const rememberLeftPayment = (purchaseId: string): void => tabStore.write(KEY, purchaseId)

/** The data of this page may still hold the reservation. */
export const isPaintedWithPayment = tabStore.read(KEY) !== null

/** The next page may have been painted with the reservation still in it: it gives up once more and reads anew. */
export function useLeftPayment(): void {
  useEffect(() => {
    const id = tabStore.read(KEY)
    if (id !== null) void giveUpAgain(id)
  }, [])
}

async function giveUpAgain(id: string): Promise<void> {
  tabStore.remove(KEY)
  try {
    await call('POST /api/purchases/:id/give-up', { params: { id } })
  } catch {
    // Paid meanwhile, or the reservation expires by itself.
  }
  await refresh('/api/auth/user', '/api/purchases', '/api/items')
}
