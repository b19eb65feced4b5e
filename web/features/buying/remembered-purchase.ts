import { browserStore } from '../../lib/browser/browser-store.ts'

/**
 * The id of a purchase in progress, chosen and stored in this browser: a double click, the back button or a reload then
 * continues the same purchase instead of starting another.
 */
const key = (listingIds: string[], addTo: string | undefined) =>
  [`purchase:${listingIds.toSorted().join('+')}`, addTo ?? []].flat().join('>')

export function purchaseIdFor(listingIds: string[], addTo?: string): string {
  const id = browserStore.read(key(listingIds, addTo)) ?? crypto.randomUUID()
  browserStore.write(key(listingIds, addTo), id)
  return id
}

export const forgetPurchase = (listingIds: string[], addTo?: string): void =>
  browserStore.remove(key(listingIds, addTo))
