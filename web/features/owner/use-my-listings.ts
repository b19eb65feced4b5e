import useSWR, { type SWRResponse } from 'swr'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { MY_ITEMS_KEY } from '../listing/api.ts'

/** The signed-in member's own listings, newest first, withdrawn ones included. */
export const useMyListings = (): SWRResponse<Listing[], unknown> => useSWR<Listing[], unknown>(MY_ITEMS_KEY)
