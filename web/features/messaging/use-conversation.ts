import { useEffect } from 'react'
import type { Conversation, ConversationDetail, Message } from '../../../src/modules/messaging/contract.ts'
import { call, path } from '../../lib/api.ts'
import { type ShowMore, refresh, refreshPages, useApiPages, wayOn } from '../../lib/use-api.ts'
import { CONVERSATIONS, WAITING } from './use-conversations.ts'

export interface OpenConversation {
  /** Undefined until the first answer. */
  thread: Conversation | undefined
  /** The member's purchase of it from the other one, with its card. */
  purchase: ConversationDetail['purchase']
  sale: ConversationDetail['sale']
  /** The messages that have been loaded, oldest first. */
  messages: Message[]
  /** To the messages before them. */
  older: ShowMore
  error: unknown
  retry: () => void
}

/** The latest messages of a conversation. */
export const messagesPath = (id: string) =>
  path('/api/messages/conversations/:threadId', { params: { threadId: id }, query: { limit: 50 } })

/** A conversation, page by page from its end. Having its messages on screen marks them as read. */
export function useConversation(id: string, memberId: string): OpenConversation {
  const pages = useApiPages(messagesPath(id))
  const { data, error, mutate } = pages
  const messages = data?.toReversed().flatMap(({ answer }) => answer.messages) ?? []
  const opened = data !== undefined
  const latest = messages.findLast(({ senderId }) => senderId !== memberId)?.id
  useEffect(() => {
    if (!opened) return
    call('PATCH /api/messages/conversations/:threadId/read', { params: { threadId: id } }).then(
      () => Promise.all([refreshPages(CONVERSATIONS), refresh(WAITING), refresh('/api/messages/unread-count')]),
      // They stay unread; the next visit tries again.
      () => undefined,
    )
  }, [id, opened, latest])
  const { thread, purchase = null, sale = null } = data?.[0]?.answer ?? {}
  return { thread, purchase, sale, messages, older: wayOn(pages), error, retry: () => void mutate() }
}
