import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/row.ts'
import { findMember } from '../../identity/index.ts'
import type { Notice as NoticeView } from '../contract.ts'
import { notifyInbox } from './inbox-channel.ts'

/** A message from the market in a member's inbox; it can't be answered. */
export class Notice extends rowOf('notice') {}

/**
 * Nothing for a member who has left.
 * @param notice.path where on this site to look, or null
 */
export async function writeNotice(
  trx: Trx,
  { now, ...notice }: Pick<Notice, 'memberId' | 'subject' | 'body' | 'path'> & { now: Date },
): Promise<void> {
  await Notice.query(trx).insert({ ...notice, createdAt: now })
  // Only now is it certain: the insert waits for a member who is just leaving.
  if ((await findMember(trx, notice.memberId))?.deletedAt) return eraseNotices(trx, notice.memberId)
  await notifyInbox(trx, [notice.memberId], { event: 'notice' })
}

/** A page of the member's notices, latest first. */
export async function noticesOf(reader: Reader, memberId: string, page: PageQuery): Promise<Page<Notice>> {
  const query = Notice.query(reader).where({ member_id: memberId })
  if (page.cursor !== undefined) void query.whereRaw('seq < (select seq from notice where id = ?)', [page.cursor])
  return pageOf(await query.orderBy('seq', 'desc').limit(page.limit + 1), page)
}

export function presentNotice({ id, subject, body, path, readAt, createdAt }: Notice): NoticeView {
  return { id, subject, body, path, readAt: readAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}

/** Marks all notices of `memberId` as read. */
export async function markNoticesRead(ctx: Context, memberId: string): Promise<void> {
  await transact(ctx.db, async (trx) => {
    const read = await Notice.query(trx)
      .where({ member_id: memberId })
      .whereNull('read_at')
      .patch({ readAt: ctx.clock.now() })
    if (read > 0) await notifyInbox(trx, [memberId], { event: 'notice' })
  })
}

/** Of a member who leaves. */
export async function eraseNotices(trx: Trx, memberId: string): Promise<void> {
  await Notice.query(trx).where({ member_id: memberId }).delete()
}
