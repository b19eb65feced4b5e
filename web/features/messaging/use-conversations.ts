import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/** The member's conversations, latest message first. */
export const useConversations = () => useApi(path('/api/messages/conversations'))

/** Stands for the market's notices in the address. */
export const MARKET = 'market'

export const conversationPath = (id: string): string => `/inbox?conversation=${id}`

/** Path of the conversation between a listing's buyer and seller, or of the inbox before there is one. */
export function pathToConversation(
  conversations: Conversation[] | undefined,
  listing: { id: string | null; buyerId: string | null | undefined },
): string {
  const found = conversations?.find(
    ({ itemId, participantId }) => itemId === listing.id && participantId === listing.buyerId,
  )
  return found ? conversationPath(found.id) : '/inbox'
}
