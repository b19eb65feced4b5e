import { path } from '../lib/api.ts'
import { useApi } from '../lib/use-api.ts'
import { useMember } from '../lib/use-member.ts'

const POLLED = { refreshInterval: 30_000 }

/** Number of unread messages; 0 for visitors. */
export function useUnread(): number {
  const { data } = useApi(useMember() ? path('/api/messages/unread-count') : null, POLLED)
  return data?.count ?? 0
}

/** Number of notices that were not read; 0 for visitors. */
export function useUnreadNotices(): number {
  const { data } = useApi(useMember() ? path('/api/notifications/unread-count') : null, POLLED)
  return data?.count ?? 0
}
