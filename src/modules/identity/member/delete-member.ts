import { languageNamed } from '../../../platform/language/words.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict, NotSignedIn } from '../../../platform/errors.ts'
import { enqueue } from '../../../events.ts'
import { endWaysIn } from '../sign-in/sign-out-everywhere.ts'
import { IDENTITY_CODES } from '../contract.ts'
import { Member } from './member.ts'

/**
 * Takes everything out of a member's row that identifies them, and ends all their sessions. The row stays; until `trx`
 * ends nothing new can refer to it. A last mail, to the address that is forgotten here, says so.
 * @throws NotSignedIn when they have left already; Conflict LAST_ADMIN: setup never reopens, so a market would be left without one
 */
export async function eraseMember(
  trx: Trx,
  { memberId, device, now }: { memberId: string; device: string; now: Date },
): Promise<void> {
  // All admins are locked in one order before the member is: two of them who leave at once wait for each other in turn.
  const admins = await lockAdmins(trx, memberId)
  const member = await Member.query(trx).findById(memberId).forUpdate().throwIfNotFound()
  if (member.deletedAt !== null) throw new NotSignedIn()
  if (member.isAdmin && admins.every(({ id }) => id === memberId)) throw lastAdmin()
  await endWaysIn(trx, { id: memberId, email: member.email })
  // The addresses of the demo are invented.
  if (member.demoNote === null)
    await enqueue(trx, 'identity.say-goodbye', {
      email: member.email,
      device,
      at: now.toISOString(),
      language: languageNamed(member.language),
    })
  await trx('arrival').where({ member_id: memberId }).delete()
  await trx('member_block').where({ blocker_id: memberId }).orWhere({ blocked_id: memberId }).delete()
  await member.$query(trx).patch({
    email: `deleted-${memberId}@deleted.invalid`,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    language: null,
    isAdmin: false,
    defaultCity: null,
    defaultContactName: null,
    defaultContactEmail: null,
    defaultContactPhone: null,
    defaultPickupAddress: null,
    defaultLatitude: null,
    defaultLongitude: null,
    referralCode: `deleted-${memberId}`,
    childrenAges: [],
    childrenBorn: [],
    oidcSubject: null,
    demoNote: null,
    deletedAt: now,
    updatedAt: now,
  })
}

/** None for a member who is no admin. */
async function lockAdmins(trx: Trx, memberId: string): Promise<Member[]> {
  const member = await Member.query(trx).findById(memberId).select('is_admin')
  if (!member?.isAdmin) return []
  return await Member.query(trx).select('id').where({ is_admin: true }).orderBy('id').forUpdate()
}

const lastAdmin = () =>
  new Conflict(IDENTITY_CODES.LAST_ADMIN, 'You are the only admin. Please make somebody else admin first.')
