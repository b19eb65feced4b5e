import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { Conflict, NotFound, ValidationFailed } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { localDay, nextTime } from '../../../platform/local-time.ts'
import { hideListingsOf, lockListingsOf, showListingsOf } from '../../catalog/index.ts'
import {
  accountsOfMailboxes,
  findMember,
  liftSuspension as lift,
  lockMailbox,
  presentSuspension,
  suspend,
  suspensionOf,
  type Member,
} from '../../identity/index.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { ADMIN_CODES } from '../contract.ts'
import { writeAsAdmin, type Change } from '../log/admin-action.ts'
import { notifyMember } from './notify-member.ts'
import type { Suspension, SuspendBody } from './contract.ts'

/** A member who is to be away for longer is suspended for good. */
const MOST_MS = 3660 * DAY_MS

/**
 * Suspends a member: whoever they sign in as with that mailbox starts nothing new, and what they offer is hidden.
 * @throws ValidationFailed for a day that has passed, or is years away; NotFound; Conflict OWN_SUBJECT, TARGET_IS_ADMIN,
 *   ALREADY_SUSPENDED
 */
export async function suspendMember(
  ctx: Context,
  actorId: string,
  { memberId, until, reason, replaces }: SuspendBody & { memberId: string },
): Promise<Suspension> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const end = until === null ? null : endOf(until, now, ctx.site.timeZone)
    const accounts = await lockAccounts(trx, memberId, actorId)
    if (accounts.some(({ isAdmin }) => isAdmin))
      throw new Conflict(
        ADMIN_CODES.TARGET_IS_ADMIN,
        words('This member is an admin. Please take that from them first.'),
      )
    const before = await suspend(trx, { memberId, actorId, until: end, reason, replaces, now })
    const after = presentSuspension({ until: end, reason })
    await hideListingsOf(trx, { sellerIds: idsOf(accounts), reason, now })
    for (const { id } of present(accounts)) await notifyMember(trx, id, { what: 'suspended', ...after }, now)
    const change = {
      action: 'member.suspend',
      subject: `member:${memberId}`,
      about: memberId,
      before: before && presentSuspension(before),
      after,
    }
    return { change, result: after }
  })
}

/** Ends a suspension before its time. @throws NotFound; Conflict NOT_SUSPENDED, OWN_SUBJECT */
export async function liftSuspension(
  ctx: Context,
  actorId: string,
  { memberId, reason }: { memberId: string; reason?: string | undefined },
): Promise<void> {
  await writeAsAdmin(ctx, actorId, async (trx, now) => {
    const accounts = await lockAccounts(trx, memberId, actorId)
    const change = await liftIn(trx, { accounts, memberId, actorId, reason: reason ?? null, now })
    for (const { id } of present(accounts)) await notifyMember(trx, id, { what: 'lifted', reason: reason ?? null }, now)
    return { change, result: undefined }
  })
}

/** The same as part of deciding an appeal, which tells the member by itself; null where it has ended already. */
export async function liftByAppeal(
  trx: Trx,
  { memberId, actorId, reason, now }: { memberId: string; actorId: string; reason: string; now: Date },
): Promise<Change | null> {
  const accounts = await lockAccounts(trx, memberId, actorId)
  if (!(await suspensionOf(trx, memberId, now))) return null
  return liftIn(trx, { accounts, memberId, actorId, reason, now })
}

async function liftIn(
  trx: Trx,
  { accounts, memberId, actorId, reason, now }: Lifting & { accounts: Member[] },
): Promise<Change> {
  const before = await lift(trx, { memberId, actorId, now })
  await showListingsOf(trx, { sellerIds: idsOf(accounts), now })
  return {
    action: 'member.lift',
    subject: `member:${memberId}`,
    about: memberId,
    before: presentSuspension(before),
    after: { reason },
  }
}

interface Lifting {
  memberId: string
  actorId: string
  reason: string | null
  now: Date
}

/**
 * All accounts of the member's mailbox, locked after their listings. Nobody decides about themselves.
 * @throws NotFound for who is not there, or has left; Conflict OWN_SUBJECT
 */
async function lockAccounts(trx: Trx, memberId: string, actorId: string): Promise<Member[]> {
  const member = await findMember(trx, memberId)
  if (!member || member.deletedAt)
    throw new NotFound(words('There is no such neighbour'), HANDOVER_CODES.NEIGHBOUR_NOT_FOUND)
  const accounts = await lockMailboxAndListings(trx, memberId)
  if (accounts.some(({ id }) => id === actorId))
    throw new Conflict(ADMIN_CODES.OWN_SUBJECT, words('Somebody else has to decide about you'))
  return accounts
}

/** Lock order: listings, members. */
export async function lockMailboxAndListings(trx: Trx, memberId: string): Promise<Member[]> {
  const ids = (await accountsOfMailboxes(trx, [memberId])).get(memberId) ?? [memberId]
  for (const id of ids.toSorted()) await lockListingsOf(trx, id)
  return lockMailbox(trx, memberId)
}

export const idsOf = (accounts: Member[]): string[] => accounts.map(({ id }) => id)
export const present = (accounts: Member[]): Member[] => accounts.filter(({ deletedAt }) => deletedAt === null)

/** A day still belongs to it, by the market's calendar. @throws ValidationFailed */
function endOf(until: string, now: Date, timeZone: string): Date {
  const path = ['until']
  const time = Date.parse(until)
  if (time > now.getTime() + MOST_MS)
    throw new ValidationFailed([
      { path, message: words('Choose a day within the next ten years, or suspend them for good') },
    ])
  const end = until.length === 10 ? dayAfter(until, timeZone) : new Date(time)
  if (end <= now) throw new ValidationFailed([{ path, message: words('This day has passed. Choose a later one.') }])
  return end
}

/** The beginning of the day after that one. */
function dayAfter(day: string, timeZone: string): Date {
  let midnight = nextTime(new Date(Date.parse(day) - DAY_MS), 0, timeZone)
  while (localDay(midnight, timeZone) <= day) midnight = nextTime(new Date(midnight.getTime() + HOUR_MS), 0, timeZone)
  return midnight
}
