import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/** The signed-in member's own listings, newest first, withdrawn ones included. */
export const useMyListings = () => useApi(path('/api/items/user/me'))
