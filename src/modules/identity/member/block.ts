import type { Context } from '../../../platform/context.ts'
import { transact, type Reader } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { IDENTITY_CODES, type BlockedMember } from '../contract.ts'
import { findMember, findMembers } from './member.ts'
import { requireMember } from './require-member.ts'

/** So that the whole list can be told at once: every page with a neighbour on it asks for it. */
const MOST = 200

/**
 * From now on the two neither write to nor buy from each other; twice is once.
 * @throws Conflict OWN_ACCOUNT, BLOCKS_FULL; NotFound
 */
export async function blockMember(
  ctx: Context,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  if (blockerId === blockedId) throw new Conflict(IDENTITY_CODES.OWN_ACCOUNT, "You can't block yourself")
  if (!(await findMember(ctx.db, blockedId))) throw new NotFound('There is no such neighbour')
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, blockerId, 'turns')
    const blocks = await trx('member_block')
      .where({ blocker_id: blockerId })
      .whereNot({ blocked_id: blockedId })
      .limit(MOST)
    if (blocks.length >= MOST)
      throw new Conflict(
        IDENTITY_CODES.BLOCKS_FULL,
        say('You can block {most, plural, one {# neighbour} other {# neighbours}} at most', { most: MOST }),
      )
    await trx('member_block')
      .insert({ blocker_id: blockerId, blocked_id: blockedId, created_at: ctx.clock.now() })
      .onConflict()
      .ignore()
  })
}

/** Takes back the own block; one of the other side stays. */
export async function unblockMember(
  ctx: Context,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  await ctx.db('member_block').where({ blocker_id: blockerId, blocked_id: blockedId }).delete()
}

/** The members whom this one has blocked, latest first. */
export async function blocksOf(reader: Reader, blockerId: string): Promise<BlockedMember[]> {
  const rows = await reader('member_block').where({ blocker_id: blockerId }).orderBy('created_at', 'desc')
  const members = await findMembers(
    reader,
    rows.map((row) => row.blocked_id),
  )
  return rows.map((row) => {
    const member = members.get(row.blocked_id)
    return {
      id: row.blocked_id,
      firstName: member?.firstName ?? null,
      profileImageUrl: member?.profileImageUrl ?? null,
      blockedAt: row.created_at.toISOString(),
    }
  })
}

export async function isBlocked(reader: Reader, oneId: string, otherId: string): Promise<boolean> {
  return (await blockedAmong(reader, oneId, [otherId])).has(otherId)
}

/** The ids among `otherIds` of whom the member has blocked, or who have blocked them. */
export async function blockedAmong(reader: Reader, memberId: string, otherIds: string[]): Promise<Set<string>> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `select blocked_id as id from member_block where blocker_id = :memberId and blocked_id = any(:otherIds::uuid[])
     union select blocker_id from member_block where blocked_id = :memberId and blocker_id = any(:otherIds::uuid[])`,
    { memberId, otherIds },
  )
  return new Set(rows.map(({ id }) => id))
}

/** Leaves out what belongs to members whom that one has blocked, or who have blocked them. */
export async function withoutBlocked<T>(
  reader: Reader,
  memberId: string,
  all: T[],
  ownerOf: (one: T) => string,
): Promise<T[]> {
  const blocked = await blockedAmong(reader, memberId, all.map(ownerOf))
  return all.filter((one) => !blocked.has(ownerOf(one)))
}

export const noContact = () =>
  new Forbidden("You and this neighbour can't write to or buy from each other", IDENTITY_CODES.BLOCKED)

/** The reason for which one may neither write to nor buy from another. */
export type NoContact = 'blocked' | 'gone' | null

/** SQL that selects the {@link NoContact} of the two members whose ids these expressions are, by what was there at `at`. */
export const noContactQuery = (one: string, other: string, at = `'infinity'`): string =>
  `select case
     when exists (
       select from member_block where (blocker_id, blocked_id) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
         and created_at <= ${at}
     ) then 'blocked'
     when exists (select from member where id = ${other}::uuid and deleted_at is not null) then 'gone'
   end`

/**
 * @throws Forbidden BLOCKED when either has blocked the other; which one is not revealed
 * @throws Conflict MEMBER_GONE when the other has left
 */
export function refuseNoContact(why: NoContact): void {
  if (why === 'blocked') throw noContact()
  if (why === 'gone') throw new Conflict(IDENTITY_CODES.MEMBER_GONE, 'This neighbour has left')
}

/** Whether one may write to or buy from the other at all; throws as {@link refuseNoContact}. */
export async function requireContact(reader: Reader, oneId: string, otherId: string): Promise<void> {
  const { rows } = await reader.raw<{ rows: { why: NoContact }[] }>(
    `select (${noContactQuery(':oneId', ':otherId')}) as why`,
    { oneId, otherId },
  )
  refuseNoContact(rows[0]?.why ?? null)
}
