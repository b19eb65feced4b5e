import useSWR, { type SWRResponse } from 'swr'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { PURCHASES_KEY } from './api.ts'

/** What the signed-in member has bought, newest first. */
export const usePurchases = (): SWRResponse<Purchase[], unknown> => useSWR<Purchase[], unknown>(PURCHASES_KEY)

export interface PurchaseGroups {
  /** Reserved, not paid yet. */
  unpaid: Purchase[]
  awaiting: Purchase[]
  completed: Purchase[]
  cancelled: Purchase[]
}

/** Expired reservations are in no group: nothing came of them. */
export function groupPurchases(purchases: Purchase[]): PurchaseGroups {
  const inState = (...states: Purchase['state'][]) => purchases.filter(({ state }) => states.includes(state))
  return {
    unpaid: inState('reserved'),
    awaiting: inState('paid', 'disputed'),
    completed: inState('delivered'),
    cancelled: inState('refund_due', 'refunded', 'refund_failed'),
  }
}
