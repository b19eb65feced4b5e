import { useEffect } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { path } from '../../lib/api.ts'
import { useApiList } from '../../lib/use-api.ts'
import { followOtherTabs } from './api.ts'

/** What the signed-in member has bought, newest first, page by page. */
export const usePurchases = () => useApiList(path('/api/purchases'))

/** What neighbours have bought from the signed-in member, newest first, page by page. */
export const useSales = () => useApiList(path('/api/sales'))

/** The signed-in member's own unpaid reservation of an item that is reserved, started in any browser. */
export function useOwnReservation(listing: { id: string; status: string }): Purchase | undefined {
  const { data } = useApiList(listing.status === 'reserved' ? path('/api/purchases') : null)
  useEffect(followOtherTabs, [])
  return data?.find(({ lines, state }) => state === 'reserved' && lines.some(({ id }) => id === listing.id))
}

export interface PurchaseGroups {
  /** Reserved, not paid yet. */
  unpaid: Purchase[]
  awaiting: Purchase[]
  completed: Purchase[]
  cancelled: Purchase[]
}

/** Expired reservations are in no group. */
export function groupPurchases(purchases: Purchase[]): PurchaseGroups {
  const inState = (...states: Purchase['state'][]) => purchases.filter(({ state }) => states.includes(state))
  return {
    unpaid: inState('reserved'),
    awaiting: inState('paid', 'disputed'),
    completed: inState('delivered'),
    cancelled: inState('refund_due', 'refunded', 'refund_failed'),
  }
}
