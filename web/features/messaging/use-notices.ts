import { useEffect } from 'react'
import { call, path } from '../../lib/api.ts'
import { refresh, useApiList } from '../../lib/use-api.ts'

/** The market's notices to the member, latest first, page by page. */
export const useNotices = () => useApiList(path('/api/messages/notices', { query: { limit: 30 } }))

/** Having notices on screen marks them as read. */
export function useReadNotices() {
  const notices = useNotices()
  const latest = notices.data?.[0]?.id
  useEffect(() => {
    if (latest === undefined) return
    call('PATCH /api/messages/notices/read').then(
      () => refresh('/api/messages/notices', '/api/messages/unread-count'),
      // They stay unread; the next visit tries again.
      () => undefined,
    )
  }, [latest])
  return notices
}
