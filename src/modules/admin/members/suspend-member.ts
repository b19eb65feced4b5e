import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { Conflict, ValidationFailed } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { localDay, nextTime } from '../../../platform/local-time.ts'
import { hideListingsOf, showListingsOf } from '../../catalog/index.ts'
import { liftSuspension as lift, presentSuspension, suspend, suspensionOf, type Member } from '../../identity/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { actAsAdmin, type Acted, type Change } from '../log/admin-action.ts'
import type { Step } from '../undo/step.ts'
import { idsOf, lockAccounts, present } from './lock-accounts.ts'
import { noticeOf } from './notice-of.ts'
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
): Promise<Acted<Suspension>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const end = until === null ? null : endOf(until, now, ctx.site.timeZone)
    const accounts = await lockAccounts(trx, memberId, actorId)
    if (accounts.some(({ isAdmin }) => isAdmin))
      throw new Conflict(
        ADMIN_CODES.TARGET_IS_ADMIN,
        words('This member is an admin. Please remove their admin role first.'),
      )
    const before = await suspend(trx, { memberId, actorId, until: end, reason, replaces, now })
    const after = presentSuspension({ until: end, reason })
    await hideListingsOf(trx, { sellerIds: idsOf(accounts), reason, now })
    const notices = present(accounts).map(({ id }) => noticeOf(id, { what: 'suspended', ...after }, now))
    const change = {
      action: 'member.suspend',
      subject: `member:${memberId}`,
      about: memberId,
      before: before && presentSuspension(before),
      after,
    }
    return { change, result: after, notices, undo: [asBefore(memberId, before)] }
  })
}

/** Ends a suspension before its time. @throws NotFound; Conflict NOT_SUSPENDED, OWN_SUBJECT */
export async function liftSuspension(
  ctx: Context,
  actorId: string,
  { memberId, reason = null }: { memberId: string; reason?: string | null | undefined },
): Promise<Acted<undefined>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const accounts = await lockAccounts(trx, memberId, actorId)
    const { change, before } = await liftIn(trx, { accounts, memberId, actorId, reason, now })
    const notices = present(accounts).map(({ id }) => noticeOf(id, { what: 'lifted', reason }, now))
    return { change, result: undefined, notices, undo: [asBefore(memberId, before)] }
  })
}

/** The same as part of deciding an appeal, which tells the member by itself; null where it has ended already. */
export async function liftByAppeal(
  trx: Trx,
  { memberId, actorId, reason, now }: { memberId: string; actorId: string; reason: string; now: Date },
): Promise<{ change: Change; undo: Step[] } | null> {
  const accounts = await lockAccounts(trx, memberId, actorId)
  if (!(await suspensionOf(trx, memberId, now))) return null
  const { change, before } = await liftIn(trx, { accounts, memberId, actorId, reason, now })
  return { change, undo: [asBefore(memberId, before)] }
}

const asBefore = (memberId: string, suspension: { id: string } | null): Step => ({
  put: 'suspension',
  memberId,
  suspensionId: suspension?.id ?? null,
})

async function liftIn(
  trx: Trx,
  { accounts, memberId, actorId, reason, now }: Lifting & { accounts: Member[] },
): Promise<{ change: Change; before: { id: string } }> {
  const before = await lift(trx, { memberId, actorId, now })
  await showListingsOf(trx, { sellerIds: idsOf(accounts), now })
  const change = {
    action: 'member.lift',
    subject: `member:${memberId}`,
    about: memberId,
    before: presentSuspension(before),
    after: { reason },
  }
  return { change, before }
}

interface Lifting {
  memberId: string
  actorId: string
  reason: string | null
  now: Date
}

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
