import { ECDH } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact, violates } from '../../../platform/database.ts'
import { NotSignedIn, ValidationFailed } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { requireMember } from '../../identity/index.ts'
import type { PushDevice, SubscribeBody } from '../contract.ts'

/** More browsers than anybody reads in: the one that has been told for longest makes way. */
const MOST_DEVICES = 10

/**
 * The browser of that session is told from now on, under the address that it gives; what it or another member had there
 * before ends.
 * @param session its row of `sessions`
 * @throws ValidationFailed for an address inside of our network, or a key that is none
 * @throws NotSignedIn when the session has just ended
 */
export async function subscribe(
  { db, clock, push }: Context,
  { memberId, session }: { memberId: string; session: string },
  { endpoint, keys: { p256dh, auth }, showsDetails }: SubscribeBody,
): Promise<void> {
  if (!push.accepts(endpoint)) throw invalid(['endpoint'], words('This is not the address of a push service'))
  if (!isPoint(p256dh)) throw invalid(['keys', 'p256dh'], words('This is not a key'))
  try {
    await transact(db, async (trx) => {
      await requireMember(trx, memberId, 'turns')
      await trx('push_subscription').where({ session }).whereNot({ endpoint }).delete()
      await trx('push_subscription')
        .insert({
          session,
          member_id: memberId,
          endpoint,
          p256dh,
          auth,
          shows_details: showsDetails,
          created_at: clock.now(),
        })
        .onConflict(['endpoint'])
        .merge(['session', 'member_id', 'p256dh', 'auth', 'shows_details', 'created_at'])
      await trx.raw(
        `delete from push_subscription where id in (
           select id from push_subscription where member_id = :memberId
           order by session = :session desc, created_at desc offset ${MOST_DEVICES}
         )`,
        { memberId, session },
      )
    })
  } catch (error) {
    throw violates(error, 'push_subscription_session_fkey') ? new NotSignedIn() : error
  }
}

/** The browser of that session is told no more. */
export async function unsubscribe(reader: Reader, session: string): Promise<void> {
  await reader('push_subscription').where({ session }).delete()
}

/** The setting of that session's browser; null when it is not. */
export async function pushDeviceOf(reader: Reader, session: string): Promise<PushDevice | null> {
  const device = await reader('push_subscription').where({ session }).first('shows_details')
  return device ? { showsDetails: device.shows_details } : null
}

const invalid = (path: string[], message: string) => new ValidationFailed([{ path, message }])

function isPoint(key: string): boolean {
  try {
    return ECDH.convertKey(key, 'prime256v1', 'base64url').length === 65
  } catch {
    return false
  }
}

/** The member's browsers that get pushes; the addresses themselves are secrets. */
export async function exportPushDevices(reader: Reader, memberId: string) {
  const devices = await reader('push_subscription').where({ member_id: memberId }).orderBy('created_at')
  return devices.map(({ endpoint, shows_details, created_at }) => ({
    service: new URL(endpoint).hostname,
    showsDetails: shows_details,
    since: created_at.toISOString(),
  }))
}
