import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { signalBrowsers } from '../../../platform/http/live/live-channel.ts'
import { readNoticesAt } from '../../notifications/index.ts'
import { conversationPath, lockConversation, partiesOf, unreadColumn } from './conversation.ts'

/** Everything that the other side has written by now counts as read by `memberId`. */
export async function markConversationRead(
  ctx: Context,
  { conversationId, memberId }: { conversationId: string; memberId: string },
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const conversation = await lockConversation(trx, conversationId, memberId)
    const now = ctx.clock.now()
    const read = await trx('message')
      .where({ conversation_id: conversation.id, recipient_id: memberId })
      .whereNull('read_at')
      .update({ read_at: now })
    if (read === 0) return
    const unread = unreadColumn(conversation, memberId)
    await trx('conversation')
      .where({ id: conversation.id })
      .update({ [unread]: 0 } as Record<typeof unread, number>)
    await signalBrowsers(trx, partiesOf(conversation), { event: 'read', threadId: conversation.id })
    await readNoticesAt(trx, { memberId, path: conversationPath(conversation.id), now })
  })
}
