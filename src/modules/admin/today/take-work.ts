import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { findMembers } from '../../identity/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { isOwnWork } from '../overview/work.ts'
import { refuseOwn } from '../refuse-own.ts'
import { presentPerson } from '../members/present-person.ts'
import type { Taken } from './contract.ts'

/** The time that somebody is on it who doesn't let go. */
const TAKEN_MS = 30 * MINUTE_MS

/** The admins who are on these at the moment, by what they are on. */
export async function takenAmong(reader: Reader, subjects: string[], now: Date): Promise<Map<string, Taken>> {
  const rows = await reader('taken_work').whereIn('subject', subjects).where('until', '>', now)
  const admins = await findMembers(
    reader,
    rows.map((row) => row.admin_id),
  )
  return new Map(
    rows.map((row) => [row.subject, { by: presentPerson(admins, row.admin_id), until: row.until.toISOString() }]),
  )
}

/**
 * Takes it for the caller. Where two take the same at once one wins, and the other is told who is on it.
 * @throws Conflict TAKEN; OWN_SUBJECT for what others have to decide
 */
export async function takeWork({ db, clock }: Context, adminId: string, subject: string): Promise<Taken> {
  const now = clock.now()
  const until = new Date(now.getTime() + TAKEN_MS)
  return transact(db, async (trx) => {
    if (await isOwnWork(trx, { id: subject, memberId: adminId, now })) refuseOwn(adminId, adminId)
    await trx('taken_work').where('until', '<=', now).delete()
    const { rows } = await trx.raw<{ rows: { admin_id: string }[] }>(
      `insert into taken_work (subject, admin_id, until) values (:subject, :adminId, :until)
       on conflict (subject) do update set until = excluded.until where taken_work.admin_id = excluded.admin_id
       returning admin_id`,
      { subject, adminId, until },
    )
    const other = rows.length > 0 ? undefined : await trx('taken_work').where({ subject }).first()
    const people = await findMembers(trx, [adminId, ...(other ? [other.admin_id] : [])])
    if (other) {
      const { firstName, email } = presentPerson(people, other.admin_id)
      throw new Conflict(ADMIN_CODES.TAKEN, say('{name} is on it', { name: firstName ?? email }))
    }
    return { by: presentPerson(people, adminId), until: until.toISOString() }
  })
}

/** Lets go of the caller's own; what somebody else is on stays theirs. */
export async function letGo({ db }: Context, adminId: string, subject: string): Promise<void> {
  await db('taken_work').where({ subject, admin_id: adminId }).delete()
}

/** Lets go of all that a member is on who is no admin any more. */
export async function letGoOfAll(trx: Trx, memberId: string): Promise<void> {
  await trx('taken_work').where({ admin_id: memberId }).delete()
}
