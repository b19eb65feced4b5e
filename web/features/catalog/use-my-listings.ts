import useSWR, { type SWRResponse } from 'swr'
import type { Listing } from '../../../src/modules/catalog/contract.ts'

export const MY_LISTINGS_KEY = '/api/items/user/me'

/** The signed-in member's own listings, newest first, withdrawn ones included. */
export const useMyListings = (): SWRResponse<Listing[], unknown> => useSWR<Listing[], unknown>(MY_LISTINGS_KEY)
