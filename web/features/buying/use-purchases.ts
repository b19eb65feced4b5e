import { useEffect } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { path } from '../../lib/api.ts'
import { useApi, useApiList } from '../../lib/use-api.ts'
import { useMember } from '../../lib/use-member.ts'
import { followOtherTabs } from './api.ts'

/** The member's purchases, newest first, page by page; nothing is asked unless `wanted`. */
export const usePurchases = (wanted = true) => useApiList(wanted ? path('/api/purchases') : null)

/** The member's sales, newest first, page by page; nothing is asked unless `wanted`. */
export const useSales = (wanted = true) => useApiList(wanted ? path('/api/sales') : null)

/** The signed-in member's own unpaid reservation of an item that is reserved, started in any browser. */
export function useOwnReservation(listing: { id: string; status: string }): Purchase | undefined {
  const { data } = useApiList(listing.status === 'reserved' ? path('/api/purchases') : null)
  useEffect(followOtherTabs, [])
  return data?.find(({ lines, state }) => state === 'reserved' && lines.some(({ id }) => id === listing.id))
}

/** The id of the signed-in member's paid order that this listing can go along with. */
export function useOrderToAddTo({ id, userId, status }: Listing): string | undefined {
  const member = useMember()
  const buyable = (status === 'available' || status === 'reserved') && member && member.id !== userId
  const { data } = useApi(buyable ? path('/api/items/:id/order', { params: { id } }) : null)
  return data?.purchaseId ?? undefined
}
