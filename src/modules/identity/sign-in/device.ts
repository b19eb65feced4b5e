import { createHmac } from 'node:crypto'
import { enqueue, type JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { deviceOf } from '../../../platform/http/device.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sessionKeys } from '../../../platform/http/session-keys.ts'
import { startSession } from '../../../platform/http/session.ts'
import { subject } from '../../../platform/mail.ts'
import { sendOnce } from '../../../platform/send-once.ts'
import { findMember } from '../member/member.ts'
import { rememberBrowser } from './cookies.ts'

/**
 * The one way in, however the member has proved who they are: starts the session, and tells them by mail when it is on a
 * device that they have not used before. The first one needs no mail.
 */
export async function enter(ctx: Context, http: Http, memberId: string): Promise<void> {
  const now = ctx.clock.now()
  const browser = rememberBrowser(http)
  // Under each key: a new one does not make every device a new one.
  const hashes = sessionKeys(ctx.config).map((key) => createHmac('sha256', key).update(browser).digest('hex'))
  const [browser_hash = ''] = hashes
  await transact(ctx.db, async (trx) => {
    const known = await trx('device').where({ member_id: memberId }).pluck('browser_hash')
    await trx('device')
      .insert({ member_id: memberId, browser_hash, last_at: now })
      .onConflict(['member_id', 'browser_hash'])
      .merge(['last_at'])
    if (known.length === 0 || known.some((one) => hashes.includes(one))) return
    const device = deviceOf(http.get('user-agent'))
    await enqueue(trx, 'identity.mail-new-device', { memberId, device, at: now.toISOString() })
  })
  await startSession(http, memberId)
}

/** Not a mail that one can do without. */
export async function mailNewDevice(
  ctx: Context,
  { memberId, device, at }: JobPayload<'identity.mail-new-device'>,
): Promise<void> {
  const member = await findMember(ctx.db, memberId)
  if (!member || member.deletedAt || member.demoNote !== null) return
  const when = `${at.slice(0, 10)} at ${at.slice(11, 16)} (UTC)`
  const text = [
    'Hello,',
    `somebody has just signed in to your account from a device that was not used before: ${device}, on ${when}.`,
    'Was it you? Then all is well.',
    `If not, sign out everywhere at ${ctx.config.publicUrl}/account, and make sure that nobody else reads your mail.`,
    'Share locally, save globally.',
  ].join('\n\n')
  await sendOnce(ctx, `device:${memberId}:${at}`, {
    to: member.email,
    subject: subject`A new sign-in to your account`,
    text,
  })
}
