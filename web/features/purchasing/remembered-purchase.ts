import { useSyncExternalStore } from 'react'

/**
 * The id of a purchase in progress, chosen here and kept for this tab: a double click, the back button or a reload then
 * continues the same purchase instead of starting another.
 */
const key = (itemId: string) => `purchase:${itemId}`

export function purchaseIdFor(itemId: string): string {
  const id = sessionStorage.getItem(key(itemId)) ?? crypto.randomUUID()
  sessionStorage.setItem(key(itemId), id)
  return id
}

export const forgetPurchase = (itemId: string): void => sessionStorage.removeItem(key(itemId))

/** Whether this tab has a purchase of the item in progress. */
export function usePurchaseInProgress(itemId: string): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => sessionStorage.getItem(key(itemId)) !== null,
    () => false,
  )
}
