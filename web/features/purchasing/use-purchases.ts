import useSWR, { type SWRResponse } from 'swr'
import type { Purchase, Sale } from '../../../src/modules/purchasing/contract.ts'
import { PURCHASES_KEY, SALES_KEY } from './api.ts'

/** What the signed-in member has bought, newest first. */
export const usePurchases = (): SWRResponse<Purchase[], unknown> => useSWR<Purchase[], unknown>(PURCHASES_KEY)

/** What neighbours have bought from the signed-in member, newest first. */
export const useSales = (): SWRResponse<Sale[], unknown> => useSWR<Sale[], unknown>(SALES_KEY)

/** The signed-in member's own unpaid reservation of an item that is reserved, in whichever browser it was begun. */
export function useOwnReservation(item: { id: string; status: string }): Purchase | undefined {
  const { data } = useSWR<Purchase[], unknown>(item.status === 'reserved' ? PURCHASES_KEY : null)
  return data?.find(({ id, state }) => id === item.id && state === 'reserved')
}

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
