import type { Reader } from '../../../platform/database.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { Message as MessageView } from '../contract.ts'

export class Message extends rowOf('message') {}

/** What the market itself has written, as a relation that the audit can join. */
export const AUTOMATIC_MESSAGES = '(select reason from message where reason is not null)'

/** A page of the messages of conversations, the one that was written last first. */
export async function messagesOf(reader: Reader, conversationIds: string[], page: PageQuery): Promise<Page<Message>> {
  const query = Message.query(reader).whereIn('conversation_id', conversationIds)
  if (page.cursor !== undefined) void query.whereRaw('seq < (select seq from message where id = ?)', [page.cursor])
  return pageOf(await query.orderBy('seq', 'desc').limit(page.limit + 1), page)
}

export function presentMessage(message: Message): MessageView {
  return {
    id: message.id,
    senderId: message.senderId,
    body: message.body,
    kind: message.kind,
    readAt: message.readAt?.toISOString() ?? null,
    createdAt: message.createdAt.toISOString(),
  }
}
