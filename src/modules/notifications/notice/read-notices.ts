import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { signalBrowsers } from '../../../platform/http/live/live-channel.ts'
import { Notice } from './notice.ts'

/** Marks notices of `memberId` as read, on all their devices: those with the ids, or all. */
export async function readNotices(ctx: Context, memberId: string, ids?: string[]): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const unread = Notice.query(trx).where({ member_id: memberId }).whereNull('read_at')
    if (ids) void unread.whereIn('id', ids)
    const read = await unread.patch({ readAt: ctx.clock.now() })
    if (read > 0) await signalBrowsers(trx, [memberId], { event: 'notice' })
  })
}

/** Part of `trx`: what lies at `path` has been read on the site, and with it the notices that lead there. */
export async function readNoticesAt(
  trx: Trx,
  { memberId, path, now }: { memberId: string; path: string; now: Date },
): Promise<void> {
  const read = await Notice.query(trx).where({ member_id: memberId, path }).whereNull('read_at').patch({ readAt: now })
  if (read > 0) await signalBrowsers(trx, [memberId], { event: 'notice' })
}
