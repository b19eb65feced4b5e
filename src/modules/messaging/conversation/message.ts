import type { Reader } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/row.ts'
import type { Message as MessageView } from '../contract.ts'

export class Message extends rowOf('message') {}

/** All messages of a conversation, in the order of writing. */
export async function messagesOf(reader: Reader, conversationId: string): Promise<Message[]> {
  return Message.query(reader).where({ conversation_id: conversationId }).orderBy('seq')
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
