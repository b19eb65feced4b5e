import useSWR from 'swr'
import { useUser } from '../lib/use-user.ts'

const REFRESH_MS = 30_000

/** Number of unread messages; 0 for visitors. */
export function useUnread(): number {
  const user = useUser()
  const { data } = useSWR<{ count: number }>(user ? '/api/messages/unread-count' : null, {
    refreshInterval: REFRESH_MS,
  })
  return data?.count ?? 0
}
