import useSWR, { type SWRResponse } from 'swr'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { CONVERSATIONS_KEY } from './api.ts'

/** The member's conversations, latest message first. */
export const useConversations = (): SWRResponse<Conversation[], unknown> =>
  useSWR<Conversation[], unknown>(CONVERSATIONS_KEY)

/** Stands in the address for what the market itself has told. */
export const MARKET = 'market'

export const conversationPath = (id: string): string => `/inbox?conversation=${id}`

/** Where the buyer and the seller of an item talk; the inbox as a whole until they have begun to. */
export function pathToTalk(
  conversations: Conversation[] | undefined,
  item: { id: string | null; buyerId: string | null | undefined },
): string {
  const found = conversations?.find(({ itemId, participantId }) => itemId === item.id && participantId === item.buyerId)
  return found ? conversationPath(found.id) : '/inbox'
}
