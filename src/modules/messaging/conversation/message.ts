import type { Reader, Tables } from '../../../platform/database.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { noteWords } from '../../../told.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import type { Message as MessageView } from '../contract.ts'

export class Message extends rowOf('message') {}

/** The messages that the market itself has written, as a relation that the audit can join. */
export const AUTOMATIC_MESSAGES = '(select reason from message where reason is not null)'

/** The note that each of these conversations ends with, by its id; nothing for those that end with words of a member. */
export async function lastNotes(reader: Reader, conversationIds: string[]): Promise<Map<string, Message>> {
  const { rows } = await reader.raw<{ rows: Tables['message'][] }>(
    `select last.* from unnest(:ids::uuid[]) as conversation (id) cross join lateral (
       select * from message where message.conversation_id = conversation.id order by seq desc limit 1
     ) as last where last.kind = 'arrangement'`,
    { ids: conversationIds },
  )
  return new Map(rows.map((row) => [row.conversation_id, Message.fromDatabaseJson(row)]))
}

/** A page of the messages of conversations, the one that was written last first. */
export async function messagesOf(reader: Reader, conversationIds: string[], page: PageQuery): Promise<Page<Message>> {
  const query = Message.query(reader).whereIn('conversation_id', conversationIds)
  if (page.cursor !== undefined) void query.whereRaw('seq < (select seq from message where id = ?)', [page.cursor])
  return pageOf(await query.orderBy('seq', 'desc').limit(page.limit + 1), page)
}

/** The text as it was written, or, of a note, the words that are made of its kind and facts. */
export const textOf = (message: Message, manner: Manner): string =>
  message.kind === 'arrangement' ? noteWords(message, manner) : message.body

export function presentMessage(message: Message, manner: Manner): MessageView {
  return {
    id: message.id,
    senderId: message.senderId,
    body: textOf(message, manner),
    photos: message.photos,
    kind: message.kind,
    readAt: message.readAt?.toISOString() ?? null,
    createdAt: message.createdAt.toISOString(),
  }
}
