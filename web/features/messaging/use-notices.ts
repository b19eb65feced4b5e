import { useEffect } from 'react'
import useSWR, { mutate, type SWRResponse } from 'swr'
import type { Notice } from '../../../src/modules/messaging/contract.ts'
import { NOTICES_KEY, UNREAD_KEY, markNoticesRead } from './api.ts'

/** What the market has told the member, oldest first. */
export const useNotices = (): SWRResponse<Notice[], unknown> => useSWR<Notice[], unknown>(NOTICES_KEY)

/** Having notices on screen marks them as read. */
export function useReadNotices(): SWRResponse<Notice[], unknown> {
  const notices = useNotices()
  const latest = notices.data?.at(-1)?.id
  useEffect(() => {
    if (latest === undefined) return
    markNoticesRead().then(
      () => Promise.all([mutate(NOTICES_KEY), mutate(UNREAD_KEY)]),
      // They stay unread, and the next look at them tries again.
      () => undefined,
    )
  }, [latest])
  return notices
}
