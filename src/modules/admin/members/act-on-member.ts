import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { closeCalendarFeed } from '../../handover/index.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { endWaysIn, findMember, lockAdmins, revokeAdmin, type Member } from '../../identity/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { actAsAdmin, type Acted, writeAsAdmin } from '../log/admin-action.ts'
import { refuseOwn } from '../refuse-own.ts'
import { letGoOfAll } from '../today/take-work.ts'
import { noticeOf } from './notice-of.ts'

interface Act {
  memberId: string
  reason: string
}

/** Notes something about a member for the other admins; the log says that there is a note, not what it says. */
export async function noteMember(
  ctx: Context,
  actorId: string,
  { memberId, words: said }: { memberId: string; words: string },
): Promise<Acted<undefined>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    await presentMember(trx, memberId)
    const [note] = await trx('member_note')
      .insert({ member_id: memberId, author_id: actorId, words: said, created_at: now })
      .returning('id')
    if (!note) throw new Error('a note without its row')
    const change = { action: 'member.note', subject: `member:${memberId}`, before: null, after: null }
    return { change, result: undefined, undo: [{ put: 'note-away', noteId: note.id }] }
  })
}

/** Erases what admins have noted about a leaving member. */
export async function eraseNotes(trx: Trx, memberId: string): Promise<void> {
  await trx('member_note').where({ member_id: memberId }).delete()
}

/** Ends every way in but a fresh code, where somebody else seems to be in an account. @throws NotFound */
export async function signMemberOut(ctx: Context, actorId: string, { memberId, reason }: Act): Promise<void> {
  await writeAsAdmin(ctx, actorId, async (trx, now) => {
    await endWaysIn(trx, await presentMember(trx, memberId))
    await closeCalendarFeed(trx, memberId)
    const notices = [noticeOf(memberId, { what: 'signed-out', reason }, now)]
    return { change: changed('member.sign-out', { memberId, reason }), result: undefined, notices }
  })
}

/** When two admins demote each other, one is first and the other is told. @throws NotFound; Conflict OWN_SUBJECT, NOT_AN_ADMIN */
export async function demoteAdmin(ctx: Context, actorId: string, { memberId, reason }: Act): Promise<Acted<undefined>> {
  refuseOwn(actorId, memberId)
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    await presentMember(trx, memberId)
    const admins = await lockAdmins(trx)
    if (!admins.includes(memberId) || !admins.includes(actorId))
      throw new Conflict(ADMIN_CODES.NOT_AN_ADMIN, words('One of you is no longer an admin'))
    await revokeAdmin(trx, { memberId, now })
    await letGoOfAll(trx, memberId)
    const notices = [noticeOf(memberId, { what: 'demoted', reason }, now)]
    const undo = [{ put: 'admin', memberId } as const]
    return { change: changed('admin.demote', { memberId, reason }), result: undefined, notices, undo }
  })
}

const changed = (action: string, { memberId, reason }: Act) => ({
  action,
  subject: `member:${memberId}`,
  about: memberId,
  before: null,
  after: { reason },
})

/** @throws NotFound NEIGHBOUR_NOT_FOUND for who is not there, or has left */
async function presentMember(trx: Trx, id: string): Promise<Member> {
  const member = await findMember(trx, id)
  if (!member || member.deletedAt)
    throw new NotFound(words('There is no such neighbour'), HANDOVER_CODES.NEIGHBOUR_NOT_FOUND)
  return member
}
