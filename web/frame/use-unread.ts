import { path } from '../lib/api.ts'
import { useApi } from '../lib/use-api.ts'
import { useUser } from '../lib/use-user.ts'

const REFRESH_MS = 30_000

/** Number of unread messages; 0 for visitors. */
export function useUnread(): number {
  const user = useUser()
  const { data } = useApi(user ? path('/api/messages/unread-count') : null, { refreshInterval: REFRESH_MS })
  return data?.count ?? 0
}
