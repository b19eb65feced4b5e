import { useEffect } from 'react'
import { call, path } from '../../lib/api.ts'
import { refresh, useApiList } from '../../lib/use-api.ts'

/** The market's notices to the member, latest first, page by page. */
export const useNotices = () => useApiList(path('/api/notifications', { query: { limit: 30 } }))

/** Having notices on screen marks them as read. */
export function useReadNotices() {
  const notices = useNotices()
  const latest = notices.data?.[0]?.id
  useEffect(() => {
    if (latest === undefined) return
    call('PATCH /api/notifications/read').then(
      () => refresh('/api/notifications'),
      // They stay unread; the next visit tries again.
      () => undefined,
    )
  }, [latest])
  return notices
}
