import { useEffect } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { path } from '../../lib/api.ts'
import { useApiList } from '../../lib/use-api.ts'
import { followOtherTabs } from './api.ts'

/** The signed-in member's own unpaid reservation of an item that is reserved, started in any browser. */
export function useOwnReservation(listing: { id: string; status: string }): Purchase | undefined {
  const { data } = useApiList(listing.status === 'reserved' ? path('/api/purchases') : null)
  useEffect(followOtherTabs, [])
  return data?.find(({ lines, state }) => state === 'reserved' && lines.some(({ id }) => id === listing.id))
}
