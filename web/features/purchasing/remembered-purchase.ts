import { browserStore } from '../../lib/browser-store.ts'

/**
 * The id of a purchase in progress, chosen and stored in this browser: a double click, the back button or a reload then
 * continues the same purchase instead of starting another.
 */
const key = (listingIds: string[]) => `purchase:${listingIds.toSorted().join('+')}`

export function purchaseIdFor(listingIds: string[]): string {
  const id = browserStore.read(key(listingIds)) ?? crypto.randomUUID()
  browserStore.write(key(listingIds), id)
  return id
}

export const forgetPurchase = (listingIds: string[]): void => browserStore.remove(key(listingIds))
