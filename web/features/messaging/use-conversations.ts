import { path } from '../../lib/api.ts'
import { useApi, useApiList } from '../../lib/use-api.ts'

/** The first page of the member's conversations. */
export const CONVERSATIONS = path('/api/messages/conversations', { query: { limit: 30 } })

/** The member's conversations, latest message first, page by page. */
export const useConversations = () => useApiList(CONVERSATIONS)

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
