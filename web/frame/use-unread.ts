import { path } from '../lib/api.ts'
import { useApi } from '../lib/use-api.ts'
import { useMember } from '../lib/use-member.ts'

const REFRESH_MS = 30_000

/** Number of unread messages and notices; 0 for visitors. */
export function useUnread(): number {
  const member = useMember()
  const { data: messages } = useApi(member ? path('/api/messages/unread-count') : null, { refreshInterval: REFRESH_MS })
  const { data: notices } = useApi(member ? path('/api/notifications/unread-count') : null, {
    refreshInterval: REFRESH_MS,
  })
  return (messages?.count ?? 0) + (notices?.count ?? 0)
}
