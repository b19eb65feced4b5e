import type { Reader } from '../../../platform/database.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
import type { Message as MessageView } from '../contract.ts'
import { Conversation } from './conversation.ts'
import { Message, messagesOf, presentMessage } from './message.ts'

/** Those of `ids` that exist, by id, in any conversation. */
export async function findMessages(reader: Reader, ids: string[]): Promise<Map<string, Message>> {
  const messages = await Message.query(reader).findByIds(ids)
  return new Map(messages.map((message) => [message.id, message]))
}

/** A page of what the owner of a listing and that participant wrote to each other about it, latest first. */
export async function messagesAbout(
  reader: Reader,
  { listingId, participantId }: { listingId: string; participantId: string },
  page: PageQuery,
): Promise<Page<MessageView>> {
  const conversation = await Conversation.query(reader).findOne({
    listing_id: listingId,
    participant_id: participantId,
  })
  if (!conversation) return { rows: [], next: undefined }
  const { rows, next } = await messagesOf(reader, conversation.id, page)
  return { rows: rows.map(presentMessage), next }
}
