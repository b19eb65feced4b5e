import { browserStore } from '../../lib/browser-store.ts'

/**
 * The id of a purchase in progress, chosen here and kept in this browser: a double click, the back button or a reload then
 * continues the same purchase instead of starting another.
 */
const key = (itemId: string) => `purchase:${itemId}`

export function purchaseIdFor(itemId: string): string {
  const id = browserStore.read(key(itemId)) ?? crypto.randomUUID()
  browserStore.write(key(itemId), id)
  return id
}

export const forgetPurchase = (itemId: string): void => browserStore.remove(key(itemId))
