import { path } from '../lib/api.ts'
import { useApi } from '../lib/use-api.ts'
import { useMember } from '../lib/use-member.ts'

const REFRESH_MS = 30_000

/** Number of unread messages; 0 for visitors. */
export function useUnread(): number {
  const member = useMember()
  const { data } = useApi(member ? path('/api/messages/unread-count') : null, { refreshInterval: REFRESH_MS })
  return data?.count ?? 0
}
