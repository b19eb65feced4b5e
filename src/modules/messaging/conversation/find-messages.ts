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

/** A page of what the owner of listings and that participant wrote to each other about them, latest first. */
export async function messagesAbout(
  reader: Reader,
  { listingIds, participantId }: { listingIds: string[]; participantId: string },
  page: PageQuery,
): Promise<Page<MessageView>> {
  const conversations = await Conversation.query(reader)
    .whereIn('listing_id', listingIds)
    .where({ participant_id: participantId })
  const ids = conversations.map(({ id }) => id)
  const { rows, next } = await messagesOf(reader, ids, page)
  return { rows: rows.map(presentMessage), next }
}
