import type { Context } from '../../../platform/context.ts'
import { type Reader, transact, type Trx } from '../../../platform/database.ts'
import { endSessionsOf } from '../../../platform/http/session/session.ts'
import { findMember } from '../member/member.ts'
import { requireMember } from '../member/require-member.ts'

/** Ends the secret address of a member's calendar; passed in from outside, for identity calls no other module. */
export type CloseCalendarFeed = (reader: Reader, memberId: string) => Promise<void>

/**
 * Signs a member out on every device, and ends what else an intruder may have left behind: see `LEFT_BEHIND`. What is
 * just being added in one of the sessions is added before, and ends here, or is refused.
 * @throws NotSignedIn when they have left
 */
export async function signOutEverywhere(
  { db }: Context,
  closeCalendarFeed: CloseCalendarFeed,
  memberId: string,
): Promise<void> {
  await transact(db, async (trx) => {
    await requireMember(trx, memberId, 'turns')
    const member = await findMember(trx, memberId)
    if (member) await endWaysIn(trx, member)
    await closeCalendarFeed(trx, memberId)
  })
}

/** From then on a member comes in only as on the first day. */
export async function endWaysIn(trx: Trx, { id, email }: { id: string; email: string }): Promise<void> {
  await endSessionsOf(trx, id)
  await trx('passkey').where({ member_id: id }).delete()
  await trx('passkey_challenge').where({ member_id: id }).delete()
  await trx('device').where({ member_id: id }).delete()
  // A code that has been used makes a browser known.
  await trx('sign_in_code').where({ email }).delete()
}
