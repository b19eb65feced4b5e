import type { Site } from '../../src/modules/identity/contract.ts'
import { path } from './api.ts'
import { useApi } from './use-api.ts'

/** What this installation offers and simulates. */
export function useSite(): Site | undefined {
  return useApi(path('/api/site'), { revalidateIfStale: false }).data
}
