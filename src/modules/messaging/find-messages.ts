import type { Reader } from '../../platform/database.ts'
import { Message } from './message.ts'

/** Those of `ids` that exist, by id, whoever they are between. */
export async function findMessages(reader: Reader, ids: string[]): Promise<Map<string, Message>> {
  const messages = await Message.query(reader).findByIds(ids)
  return new Map(messages.map((message) => [message.id, message]))
}
