import { createHmac } from 'node:crypto'
import { enqueue, type JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { deviceOf } from '../../../platform/http/device.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sessionKeys } from '../../../platform/http/session-keys.ts'
import { startSession } from '../../../platform/http/session.ts'
import { subject, type Subject } from '../../../platform/mail.ts'
import { rememberBrowser } from './cookies.ts'

/**
 * The one way in, however the member has proved who they are: starts the session, and tells them when it is on a
 * device that they have not used before. The first one needs no word.
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
    await enqueue(trx, 'identity.tell-of-device', { memberId, device, at: now.toISOString() })
  })
  await startSession(http, memberId)
}

/** What the member is told; `key` names it for good. */
interface SignInNotice {
  memberId: string
  kind: 'account'
  key: string
  title: Subject
  body: string
  path: string
  button: string
  now: Date
}
/** Tells a member something, as part of the transaction. */
export type TellMember = (trx: Trx, notice: SignInNotice) => Promise<void>

export async function tellOfDevice(
  { db, clock }: Context,
  tell: TellMember,
  { memberId, device, at }: JobPayload<'identity.tell-of-device'>,
): Promise<void> {
  const when = `${at.slice(0, 10)} at ${at.slice(11, 16)} (UTC)`
  await transact(db, (trx) =>
    tell(trx, {
      memberId,
      kind: 'account',
      key: `device:${at}`,
      title: subject`A new sign-in to your account`,
      body:
        `Somebody has just signed in to your account from a device that was not used before: ${device}, on ${when}.\n\n` +
        'Was it you? Then all is well. If not, sign out everywhere under Account Settings, and make sure that nobody ' +
        'else reads your mail.',
      path: '/account',
      button: 'Account Settings',
      now: clock.now(),
    }),
  )
}
