import { createHmac } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sessionKeys } from '../../../platform/http/session/session-keys.ts'
import { startSession } from '../../../platform/http/session/session.ts'
import { requireMember } from '../member/require-member.ts'
import { rememberBrowser } from './cookies.ts'
import { notifyOwner } from './notify-owner.ts'

/** The person who comes in, and their proof of who they are. */
interface Entry {
  memberId: string
  by: 'code' | 'provider' | 'passkey' | 'new passkey'
  /** They have just become a member: on their first device there is nothing to tell. */
  isNew?: boolean
}

/**
 * The one way in, however the member has proved who they are: starts the session, and tells them when it is on a device
 * that they have not used before, or by a passkey that was not.
 * @throws NotSignedIn when they have left meanwhile
 */
export async function enter(ctx: Context, http: Http, { memberId, by, isNew = false }: Entry): Promise<void> {
  const now = ctx.clock.now()
  const browser = rememberBrowser(http)
  // Under each key: a new one does not make every device a new one.
  const hashes = sessionKeys(ctx.config).map((key) => createHmac('sha256', key).update(browser).digest('hex'))
  const [browser_hash = ''] = hashes
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId)
    const known = await trx('device').where({ member_id: memberId }).pluck('browser_hash')
    await trx('device')
      .insert({ member_id: memberId, browser_hash, last_at: now })
      .onConflict(['member_id', 'browser_hash'])
      .merge(['last_at'])
    const isKnown = isNew || known.some((one) => hashes.includes(one))
    if (isKnown && by !== 'new passkey') return
    const byPasskey = by === 'passkey' || by === 'new passkey'
    await notifyOwner(trx, { memberId, what: byPasskey ? 'passkey-sign-in' : 'sign-in', http, now })
  })
  // Where no mail is sent, the provider's word has to do.
  const proved = by === 'code' || (by === 'provider' && !ctx.config.onScreenCodes && ctx.config.SMTP_URL === '')
  await startSession(http, { memberId, proved, now })
}
