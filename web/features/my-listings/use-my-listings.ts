import { path } from '../../lib/api.ts'
import { useApi, useApiList } from '../../lib/use-api.ts'

/** The signed-in member's own listings, newest first, withdrawn ones included, page by page. */
export const useMyListings = () => useApiList(path('/api/items/user/me'))

export const useMyFigures = () => useApi(path('/api/items/user/me/figures'))
