import type { Message } from '../../../src/modules/messaging/contract.ts'
import { request } from '../../lib/api.ts'

export const CONVERSATIONS_KEY = '/api/messages/conversations'
export const NOTICES_KEY = '/api/messages/notices'
export const UNREAD_KEY = '/api/messages/unread-count'

type Sent = Message & { threadId: string }

/** From the item page: to the owner of an item. */
export const sendMessage = (itemId: string, body: string) =>
  request<Sent>('POST', `/api/items/${itemId}/messages`, { body })

/** From the inbox. A repeat with the same `messageId` is the same message. */
export const answer = (itemId: string, message: { threadId: string; messageId: string; body: string }) =>
  request<Sent>('POST', `/api/items/${itemId}/messages`, message)

export const threadKey = (threadId: string): string => `${CONVERSATIONS_KEY}/${threadId}`

export const markRead = (threadId: string) => request<undefined>('PATCH', `${threadKey(threadId)}/read`, {})

export const markNoticesRead = () => request<undefined>('PATCH', `${NOTICES_KEY}/read`, {})
