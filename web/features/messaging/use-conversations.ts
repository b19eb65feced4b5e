import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

/** The member's conversations, latest message first. */
export const useConversations = () => useApi(path('/api/messages/conversations'))

/** Stands in the address for what the market itself has told. */
export const MARKET = 'market'

export const conversationPath = (id: string): string => `/inbox?conversation=${id}`

/** Where the buyer and the seller of an item talk; the inbox as a whole until they have begun to. */
export function pathToTalk(
  conversations: Conversation[] | undefined,
  listing: { id: string | null; buyerId: string | null | undefined },
): string {
  const found = conversations?.find(
    ({ itemId, participantId }) => itemId === listing.id && participantId === listing.buyerId,
  )
  return found ? conversationPath(found.id) : '/inbox'
}
