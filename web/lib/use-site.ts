import useSWR from 'swr'
import type { Site } from '../../src/modules/identity/contract.ts'

/** What this installation offers and simulates. */
export function useSite(): Site | undefined {
  return useSWR<Site>('/api/site', { revalidateIfStale: false }).data
}
