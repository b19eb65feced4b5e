import { useEffect } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { path } from '../../lib/api.ts'
import { useApiList } from '../../lib/use-api.ts'
import { followOtherTabs } from './api.ts'

/** What the signed-in member has bought, newest first, page by page; nothing is asked unless `wanted`. */
export const usePurchases = (wanted = true) => useApiList(wanted ? path('/api/purchases') : null)

/** What neighbours have bought from the signed-in member, newest first, page by page; nothing is asked unless `wanted`. */
export const useSales = (wanted = true) => useApiList(wanted ? path('/api/sales') : null)

/** The signed-in member's own unpaid reservation of an item that is reserved, started in any browser. */
export function useOwnReservation(listing: { id: string; status: string }): Purchase | undefined {
  const { data } = useApiList(listing.status === 'reserved' ? path('/api/purchases') : null)
  useEffect(followOtherTabs, [])
  return data?.find(({ lines, state }) => state === 'reserved' && lines.some(({ id }) => id === listing.id))
}
