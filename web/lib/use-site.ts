import useSWR from 'swr'
import type { SiteView } from '../../src/modules/identity/contract.ts'

/** What this installation offers and simulates. */
export function useSite(): SiteView | undefined {
  return useSWR<SiteView>('/api/site', { revalidateIfStale: false }).data
}
