import type { Trx } from '../../platform/database.ts'
import type { Conversation } from './conversation.ts'

export const INBOX_CHANNEL = 'inbox'

type InboxChange = { event: 'message'; messageId: string } | { event: 'read' }

/** What goes through the channel; ids alone. */
export type InboxNotice = InboxChange & { members: string[]; threadId: string }

/** Tells every process that both sides of a conversation have something to read anew; goes out when `trx` commits. */
export async function tellInbox(trx: Trx, conversation: Conversation, change: InboxChange): Promise<void> {
  const { id, ownerId, participantId } = conversation
  const notice: InboxNotice = { ...change, threadId: id, members: [ownerId, participantId] }
  await trx.raw('select pg_notify(?, ?)', [INBOX_CHANNEL, JSON.stringify(notice)])
}
