import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/row.ts'
import { findMember } from '../../identity/index.ts'
import type { Notice as NoticeView } from '../contract.ts'
import { notifyInbox } from './inbox-channel.ts'

const MOST = 100

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

/** The latest hundred, oldest first. */
export async function noticesOf(reader: Reader, memberId: string): Promise<NoticeView[]> {
  const notices = await Notice.query(reader).where({ member_id: memberId }).orderBy('seq', 'desc').limit(MOST)
  return notices.reverse().map(presentNotice)
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
