import { useEffect } from 'react'
import type { ConversationDetail } from '../../../src/modules/messaging/contract.ts'
import { mutate } from 'swr'
import { call, path } from '../../lib/api.ts'
import { refresh, useApi } from '../../lib/use-api.ts'

interface OpenConversation {
  detail: ConversationDetail | undefined
  error: unknown
  retry: () => void
}

/** The messages of a conversation. Having them on screen marks them as read. */
export function useConversation(id: string, memberId: string): OpenConversation {
  const {
    data,
    error,
    mutate: retry,
  } = useApi(path('/api/messages/conversations/:threadId', { params: { threadId: id } }))
  const opened = data !== undefined
  const latest = data?.messages.findLast(({ senderId }) => senderId !== memberId)?.id
  useEffect(() => {
    if (!opened) return
    call('PATCH /api/messages/conversations/:threadId/read', { params: { threadId: id } }).then(
      () => Promise.all([mutate(path('/api/messages/conversations')), refresh('/api/messages/unread-count')]),
      // They stay unread; the next visit tries again.
      () => undefined,
    )
  }, [id, opened, latest])
  return { detail: data, error, retry: () => void retry() }
}
