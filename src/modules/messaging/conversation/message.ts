import type { Reader } from '../../../platform/database.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/row.ts'
import type { Message as MessageView } from '../contract.ts'

export class Message extends rowOf('message') {}

/** A page of a conversation's messages, the one that was written last first. */
export async function messagesOf(reader: Reader, conversationId: string, page: PageQuery): Promise<Page<Message>> {
  const query = Message.query(reader).where({ conversation_id: conversationId })
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
