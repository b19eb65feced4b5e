import type { Reader, Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { IDENTITY_CODES } from '../contract.ts'
import { Member } from './member.ts'
import { isOver } from './refuse-suspended.ts'

/** It holds for the mailbox behind a member's address, until an admin ends it or its time is over. */
export class Suspension extends rowOf('suspension') {}

/** The suspension that is in force for a member, under whichever account they were suspended. */
export async function suspensionOf(reader: Reader, memberId: string, now: Date): Promise<Suspension | null> {
  const found = await openSuspension(reader, memberId)
  return found && !isOver(found, now) ? found : null
}

async function openSuspension(reader: Reader, memberId: string): Promise<Suspension | null> {
  const found = await Suspension.query(reader)
    .whereRaw('mailbox_hash = (select hash from mailbox where member_id = ?)', [memberId])
    .whereNull('ended_at')
  return found[0] ?? null
}

/**
 * Everybody who has had the member's mailbox, locked by id: what any of them is writing is there before, or comes after.
 * Lock order: listings, member.
 */
export async function lockMailbox(trx: Trx, memberId: string): Promise<Member[]> {
  return await Member.query(trx)
    .whereRaw(
      `id in (select other.member_id from mailbox mine join mailbox other on other.hash = mine.hash where mine.member_id = ?)`,
      [memberId],
    )
    .orderBy('id')
    .forUpdate()
}

/**
 * Suspends a member. An admin changes their own decision by another one, but that of another admin only once they have
 * seen it. The caller holds `lockMailbox`.
 * @param by.replaces the suspension that they have seen
 * @returns what was in force before
 * @throws Conflict ALREADY_SUSPENDED
 */
export async function suspend(
  trx: Trx,
  by: {
    memberId: string
    actorId: string
    until: Date | null
    reason: string
    replaces?: string | undefined
    now: Date
  },
): Promise<Suspension | null> {
  const { memberId, actorId, until, reason, now } = by
  const before = await openSuspension(trx, memberId)
  const inForce = before !== null && !isOver(before, now)
  if (inForce && before.byId !== actorId && before.id !== by.replaces)
    throw new Conflict(
      IDENTITY_CODES.ALREADY_SUSPENDED,
      words('Another admin has just suspended this member. Please look at their decision first.'),
    )
  if (before) await end(trx, before, now)
  await trx.raw(
    `insert into suspension (mailbox_hash, member_id, reason, until, by_id, created_at)
     select hash, member_id, :reason, :until, :actorId, :now from mailbox where member_id = :memberId`,
    { memberId, actorId, until, reason, now },
  )
  return inForce ? before : null
}

/** Ends the suspension in force. The caller holds `lockMailbox`. @throws Conflict NOT_SUSPENDED */
export async function liftSuspension(
  trx: Trx,
  { memberId, actorId, now }: { memberId: string; actorId: string; now: Date },
): Promise<Suspension> {
  const before = await openSuspension(trx, memberId)
  if (!before || isOver(before, now))
    throw new Conflict(IDENTITY_CODES.NOT_SUSPENDED, words('This member is not suspended, or not any more'))
  await end(trx, before, now, actorId)
  return before
}

/**
 * Puts back the suspension that was in force before an act that is undone, as it was and by whom; null: there was none.
 * The caller holds `lockMailbox`.
 * @returns the one in force now
 */
export async function putSuspensionBack(
  trx: Trx,
  {
    memberId,
    suspensionId,
    actorId,
    now,
  }: { memberId: string; suspensionId: string | null; actorId: string; now: Date },
): Promise<Suspension | null> {
  const open = await openSuspension(trx, memberId)
  if (open) await end(trx, open, now, actorId)
  // A noted row stays: an ended row is never opened again.
  await trx.raw(
    `insert into suspension (mailbox_hash, member_id, reason, until, by_id, created_at)
     select mailbox_hash, member_id, reason, until, by_id, created_at from suspension where id = ?`,
    [suspensionId],
  )
  return openSuspension(trx, memberId)
}

/** The suspensions whose time is over while the listings are still away, the longest over first. */
export async function suspensionsOver(reader: Reader, now: Date): Promise<{ id: string; memberId: string }[]> {
  return await Suspension.query(reader)
    .select('id', 'member_id')
    .whereNull('ended_at')
    .where('until', '<=', now)
    .orderBy('until')
    .limit(500)
}

/** Ends the one that is over. The caller holds `lockMailbox`. @returns false when somebody was faster */
export async function endIfOver(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<boolean> {
  const before = await openSuspension(trx, memberId)
  if (!before || !isOver(before, now)) return false
  await end(trx, before, now)
  return true
}

async function end(trx: Trx, { id }: Suspension, now: Date, liftedBy?: string): Promise<void> {
  await Suspension.query(trx)
    .findById(id)
    .patch({ endedAt: now, liftedBy: liftedBy ?? null })
}

export const presentSuspension = ({ until, reason }: Pick<Suspension, 'until' | 'reason'>) => ({
  until: until?.toISOString() ?? null,
  reason,
})
