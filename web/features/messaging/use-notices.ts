import { useEffect } from 'react'
import { call, path } from '../../lib/api.ts'
import { refresh, useApi } from '../../lib/use-api.ts'

/** What the market has told the member, oldest first. */
export const useNotices = () => useApi(path('/api/messages/notices'))

/** Having notices on screen marks them as read. */
export function useReadNotices() {
  const notices = useNotices()
  const latest = notices.data?.at(-1)?.id
  useEffect(() => {
    if (latest === undefined) return
    call('PATCH /api/messages/notices/read').then(
      () => refresh('/api/messages/notices', '/api/messages/unread-count'),
      // They stay unread, and the next look at them tries again.
      () => undefined,
    )
  }, [latest])
  return notices
}
