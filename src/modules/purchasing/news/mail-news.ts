import type { JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { subject } from '../../../platform/mail.ts'
import { sendOnce } from '../../../platform/send-once.ts'
import { findMember, unsubscribeUrl } from '../../identity/index.ts'

/** Mails a member what has become of a purchase, unless they do not want such mails. */
export async function mailNews(
  ctx: Context,
  { key, memberId, body, path }: JobPayload<'purchasing.mail-news'>,
): Promise<void> {
  const member = await findMember(ctx.db, memberId)
  if (!member?.mailPurchases || member.demoNote !== null) return
  const stop = unsubscribeUrl(ctx.config, { memberId, mail: 'purchases' })
  const lines = [
    'Hello,',
    body,
    `See how it stands: ${ctx.config.publicUrl}${path}`,
    'Share locally, save globally.',
    `You get this mail because of a purchase at Outgrown. To stop such mails: ${stop}`,
  ]
  await sendOnce(ctx, key, {
    to: member.email,
    subject: subject`News about a purchase on Outgrown`,
    text: lines.join('\n\n'),
    unsubscribeUrl: stop,
  })
}
