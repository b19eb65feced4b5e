import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { sendOnce } from '../../../platform/send-once.ts'
import { findMember } from '../../identity/index.ts'
import { wordsOf } from './notice.ts'

/** Tells a member what an admin has decided about them; not a mail that one can do without. */
export async function mailNotice(ctx: Context, { key, ...notice }: JobPayload<'admin.mail-notice'>): Promise<void> {
  const member = await findMember(ctx.db, notice.memberId)
  if (!member || member.demoNote !== null || member.deletedAt) return
  const { mailSubject, lines, path } = wordsOf(notice)
  const where = path === null ? [] : [`Have a look: ${ctx.config.publicUrl}${path}`]
  const text = ['Hello,', ...lines, ...where, 'Share locally, save globally.'].join('\n\n')
  await sendOnce(ctx, key, { to: member.email, subject: mailSubject, text })
}
