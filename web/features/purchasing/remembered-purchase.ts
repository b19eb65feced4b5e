import { browserStore } from '../../lib/browser-store.ts'

/**
 * The id of a purchase in progress, chosen and stored in this browser: a double click, the back button or a reload then
 * continues the same purchase instead of starting another.
 */
const key = (listingId: string) => `purchase:${listingId}`

export function purchaseIdFor(listingId: string): string {
  const id = browserStore.read(key(listingId)) ?? crypto.randomUUID()
  browserStore.write(key(listingId), id)
  return id
}

export const forgetPurchase = (listingId: string): void => browserStore.remove(key(listingId))
