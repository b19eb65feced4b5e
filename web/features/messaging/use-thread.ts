import { useEffect } from 'react'
import useSWR, { mutate } from 'swr'
import type { ConversationDetail } from '../../../src/modules/messaging/contract.ts'
import { CONVERSATIONS_KEY, UNREAD_KEY, markRead, threadKey } from './api.ts'

interface Thread {
  detail: ConversationDetail | undefined
  error: unknown
  retry: () => void
}

/** The messages of a conversation. Having them on screen marks them as read. */
export function useThread(id: string, memberId: string): Thread {
  const { data, error, mutate: retry } = useSWR<ConversationDetail, unknown>(threadKey(id))
  const opened = data !== undefined
  const latest = data?.messages.findLast(({ senderId }) => senderId !== memberId)?.id
  useEffect(() => {
    if (!opened) return
    markRead(id).then(
      () => Promise.all([mutate(CONVERSATIONS_KEY), mutate(UNREAD_KEY)]),
      // They stay unread, and the next look at them tries again.
      () => undefined,
    )
  }, [id, opened, latest])
  return { detail: data, error, retry: () => void retry() }
}
