import { useEffect } from 'react'
import { call, path } from '../../lib/api.ts'
import { refresh, useApi } from '../../lib/use-api.ts'

/** The market's notices to the member, oldest first. */
export const useNotices = () => useApi(path('/api/messages/notices'))

/** Having notices on screen marks them as read. */
export function useReadNotices() {
  const notices = useNotices()
  const latest = notices.data?.at(-1)?.id
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
