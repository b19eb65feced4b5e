import type { Reader } from '../../../platform/database.ts'
import { allConversationsOf } from './conversation.ts'
import { Message, presentMessage } from './message.ts'
import { Notice, presentNotice } from '../inbox/notice.ts'

/** The notices of a member, oldest first. */
export async function exportNotices(reader: Reader, memberId: string) {
  const notices = await Notice.query(reader).where({ member_id: memberId }).orderBy('seq')
  return notices.map(presentNotice)
}

/** Every conversation of a member with its messages, the one with the latest message first. */
export async function exportConversations(reader: Reader, memberId: string) {
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
    messages: (byConversation.get(id) ?? []).map(presentMessage),
  }))
}
