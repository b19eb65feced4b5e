import type { Reader } from '../../../platform/database.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { allConversationsOf } from './conversation.ts'
import { Message, presentMessage } from './message.ts'

/** Every conversation of a member with its messages, the one with the latest message first. */
export async function exportConversations(reader: Reader, memberId: string, manner: Manner) {
  const conversations = await allConversationsOf(reader, memberId)
  const messages = await Message.query(reader)
    .whereIn(
      'conversation_id',
      conversations.map(({ id }) => id),
    )
    .orderBy('seq')
  const byConversation = Map.groupBy(messages, ({ conversationId }) => conversationId)
  return conversations.map(({ id, listingId, ownerId, participantId }) => ({
    id,
    itemId: listingId,
    ownerId,
    participantId,
    messages: (byConversation.get(id) ?? []).map((message) => presentMessage(message, manner)),
  }))
}
