import type { Message } from '../../../src/modules/messaging/contract.ts'
import { request } from '../../lib/api.ts'

export const CONVERSATIONS_KEY = '/api/messages/conversations'
export const UNREAD_KEY = '/api/messages/unread-count'

/** `threadId` is left out when a buyer writes from the item page. */
export const sendMessage = (itemId: string, body: string, threadId?: string) =>
  request<Message & { threadId: string }>('POST', `/api/items/${itemId}/messages`, {
    body,
    ...(threadId === undefined ? {} : { threadId }),
  })

export const markRead = (threadId: string) => request<undefined>('PATCH', `${CONVERSATIONS_KEY}/${threadId}/read`, {})
