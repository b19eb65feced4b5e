import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { tellBrowsers } from '../../../platform/http/live-channel.ts'
import { Notice } from './notice.ts'

/** Marks notices of `memberId` as read, on all their devices: those with the ids, or all. */
export async function readNotices(ctx: Context, memberId: string, ids?: string[]): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const unread = Notice.query(trx).where({ member_id: memberId }).whereNull('read_at')
    if (ids) void unread.whereIn('id', ids)
    const read = await unread.patch({ readAt: ctx.clock.now() })
    if (read > 0) await tellBrowsers(trx, [memberId], { event: 'notice' })
  })
}
