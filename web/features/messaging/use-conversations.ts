import { path } from '../../lib/api.ts'
import { useApi, useApiList } from '../../lib/use-api.ts'

export const CONVERSATIONS = path('/api/messages/conversations', { query: { limit: 30 } })

/** The conversations that need the member, however long ago something was written in them. */
export const WAITING = path('/api/messages/conversations', { query: { waiting: 'true', limit: 50 } })

/** The member's conversations: first those that need them, then the one with the latest message, page by page. */
export function useConversations() {
  const list = useApiList(CONVERSATIONS)
  const { data: waiting } = useApi(WAITING)
  const { data } = list
  if (!data || !waiting) return list
  const first = new Set(waiting.map(({ id }) => id))
  return { ...list, data: [...waiting, ...data.filter(({ id }) => !first.has(id))] }
}

export const conversationPath = (id: string): string => `/inbox?conversation=${id}`

/** To the conversation between a listing's buyer and seller: the inbox finds it; the inbox alone for a listing that is gone. */
export const pathToConversation = (listing: { id: string | null; buyerId: string }): string =>
  listing.id === null ? '/inbox' : `/inbox?item=${listing.id}&with=${listing.buyerId}`

/**
 * The conversation that an address of {@link pathToConversation} means; null when there is none (yet), undefined while it
 * is looked for, or when the address means none.
 */
export function useConversationAbout(query: URLSearchParams): string | null | undefined {
  const itemId = query.get('item')
  const buyerId = query.get('with')
  const { data, error } = useApi(
    itemId === null ? null : path('/api/messages/conversations', { query: { itemId, limit: 200 } }),
  )
  if (error !== undefined) return null
  return data && (data.find(({ participantId }) => participantId === buyerId)?.id ?? null)
}
