import { Model, snakeCaseMappers } from 'objection'
import type { Reader } from '../../../platform/database.ts'
import type { Message as MessageView } from '../contract.ts'

export class Message extends Model {
  static override tableName = 'message'
  static override get columnNameMappers() {
    return snakeCaseMappers()
  }

  declare id: string
  declare seq: bigint
  declare conversationId: string
  declare senderId: string
  declare recipientId: string
  declare body: string
  declare kind: 'text' | 'arrangement'
  /** Why an automatic message was written; unique, so that it is written once. */
  declare reason: string | null
  declare readAt: Date | null
  declare createdAt: Date
}

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
