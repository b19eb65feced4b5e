import type { Site } from '../../src/modules/identity/contract.ts'
import { path } from './api.ts'
import { useApi } from './use-api.ts'

/** The site as this installation has it. */
export function useSite(): Site | undefined {
  return useApi(path('/api/site'), { revalidateIfStale: false }).data
}
