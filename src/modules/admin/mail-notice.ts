import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { findMember } from '../identity/index.ts'

type Notice = JobPayload<'admin.mail-notice'>

/** Tells a member what an admin has decided about them; not a mail that one can do without. */
export async function mailNotice(ctx: Context, notice: Notice): Promise<void> {
  const member = await findMember(ctx.db, notice.memberId)
  if (!member || member.demoNote !== null || member.deletedAt) return
  await ctx.mail.send({ to: member.email, ...LETTERS[notice.notice](notice, ctx.config.publicUrl) })
}

const LETTERS = {
  hidden: ({ title, reason }: Notice, url: string) =>
    letter(`Your listing "${title}" was hidden`, [
      `An admin has hidden your listing "${title}". Nobody but you can see it now.`,
      `The reason: ${reason}`,
      `You find it under My Items: ${url}/profile`,
    ]),
  restored: ({ title }: Notice, url: string) =>
    letter(`Your listing "${title}" is back`, [
      `An admin has restored your listing "${title}". Everybody can see it again.`,
      `You find it under My Items: ${url}/profile`,
    ]),
  warned: ({ reason }: Notice) =>
    letter('A note from the admins of Outgrown', [
      'Neighbours have reported something of yours, and an admin has looked at it.',
      `The admin says: ${reason}`,
    ]),
}

function letter(subject: string, lines: string[]) {
  return { subject, text: ['Hello,', ...lines, 'Share locally, save globally.'].join('\n\n') }
}
