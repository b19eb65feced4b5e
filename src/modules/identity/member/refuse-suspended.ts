import type { Access } from '../../../platform/endpoint.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/session/session.ts'
import { say } from '../../../platform/language/words.ts'
import { localDay } from '../../../platform/local-time.ts'
import { IDENTITY_CODES } from '../contract.ts'

/** SQL that selects, as JSON, what keeps the member whose id the expression `memberId` is from starting something new. */
export const barredQuery = (memberId: string): string =>
  `select json_build_object('until', until, 'reason', reason) from mailbox
   join suspension on mailbox_hash = hash and ended_at is null where mailbox.member_id = ${memberId}`

/** SQL that selects whether the member whose id the expression `memberId` is was kept from it at the moment `at`. */
export const wasBarredQuery = (memberId: string, at: string): string =>
  `select exists (
     select from mailbox join suspension on mailbox_hash = hash
     where mailbox.member_id = ${memberId} and suspension.created_at <= ${at}
       and (until is null or until > ${at}) and (ended_at is null or ended_at > ${at})
   )`

export const isOver = ({ until }: { until: Date | string | null }, now: Date) =>
  until !== null && new Date(until) <= now

/** @throws Forbidden unless the caller may call endpoints of that access */
export function refuseAccess(caller: Caller, access: Access): void {
  if (access === 'admin' && caller.access !== 'admin') throw new Forbidden('You do not have admin access')
}

/**
 * The one gate: who is suspended starts nothing new. Each endpoint says what it starts (`startsNew`).
 * @throws Forbidden SUSPENDED, with date and reason
 */
export function refuseSuspended({ barred }: Caller, { now, timeZone }: { now: Date; timeZone: string }): void {
  if (barred === null || isOver(barred, now)) return
  const { until, reason } = barred
  const message =
    until === null
      ? say(
          'Your account is suspended for good. You can read and finish what is open, but not start anything new. The reason: {reason}',
          { reason },
        )
      : say(
          'Your account is suspended until {date}. Until then you can read and finish what is open, but not start anything new. The reason: {reason}',
          { date: localDay(new Date(until), timeZone), reason },
        )
  throw new Forbidden(message, IDENTITY_CODES.SUSPENDED)
}
