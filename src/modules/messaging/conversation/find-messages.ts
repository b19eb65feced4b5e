import type { Reader } from '../../../platform/database.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import type { Page, PageQuery } from '../../../platform/page.ts'
import type { Message as MessageView } from '../contract.ts'
import { Conversation } from './conversation.ts'
import { Message, messagesOf, presentMessage } from './message.ts'

/** The messages of those of `ids` that exist, by id, in any conversation. */
export async function findMessages(reader: Reader, ids: string[]): Promise<Map<string, Message>> {
  const messages = await Message.query(reader).findByIds(ids)
  return new Map(messages.map((message) => [message.id, message]))
}

/** A page of what the owner of listings and that participant wrote to each other about them, latest first. */
export async function messagesAbout(
  reader: Reader,
  { listingIds, participantId }: { listingIds: string[]; participantId: string },
  page: PageQuery,
  manner: Manner,
): Promise<Page<MessageView>> {
  const conversations = await Conversation.query(reader)
    .whereIn('listing_id', listingIds)
    .where({ participant_id: participantId })
  const ids = conversations.map(({ id }) => id)
  const { rows, next } = await messagesOf(reader, ids, page)
  return { rows: rows.map((message) => presentMessage(message, manner)), next }
}

const BEFORE = 5

/** The messages right before each of these, by its id, oldest first. */
export async function messagesBefore(
  reader: Reader,
  ids: string[],
  manner: Manner,
): Promise<Map<string, MessageView[]>> {
  const { rows } = await reader.raw<{ rows: { of: string; id: string }[] }>(
    `select message.id as of, earlier.id from message cross join lateral (
       select id from message as one where one.conversation_id = message.conversation_id and one.seq < message.seq
       order by one.seq desc limit ${BEFORE}
     ) as earlier where message.id = any(?::uuid[])`,
    [ids],
  )
  const found = await Message.query(reader)
    .findByIds(rows.map(({ id }) => id))
    .orderBy('seq')
  const earlier = (of: string) => rows.filter((row) => row.of === of).map(({ id }) => id)
  const present = (message: Message) => presentMessage(message, manner)
  return new Map(ids.map((of) => [of, found.filter(({ id }) => earlier(of).includes(id)).map(present)]))
}
