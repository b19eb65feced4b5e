import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { findMember } from '../../identity/index.ts'

const NO_ADMIN = words('You do not have admin access')

/** One act of an admin, with the values before and after. */
export interface Change {
  action: string
  subject: string
  before: object | null
  after: object | null
  /** The member whom it concerns, where they are told. */
  about?: string
}

/**
 * The frame of every admin write: it is recorded in the same transaction, so there is no change without its row.
 * Admin writes take turns, so `before` is what the write really replaced.
 */
export async function writeAsAdmin<T>(
  ctx: Context,
  actorId: string | null,
  write: (trx: Trx, now: Date) => Promise<{ change: Change; result: T }>,
): Promise<T> {
  return transact(ctx.db, async (trx) => {
    await trx.raw('lock table admin_action in share row exclusive mode')
    // Another admin may have ended that meanwhile.
    if (actorId !== null && !(await findMember(trx, actorId))?.isAdmin) throw new Forbidden(NO_ADMIN)
    const now = ctx.clock.now()
    const { change, result } = await write(trx, now)
    await recordChange(trx, { ...change, actorId, now })
    return result
  })
}

/** @param entry.actorId null for the operators' command line */
export async function recordChange(trx: Trx, entry: Change & { actorId: string | null; now: Date }): Promise<void> {
  await trx('admin_action').insert({
    actor_id: entry.actorId,
    action: entry.action,
    subject: entry.subject,
    about_id: entry.about ?? null,
    before: entry.before && JSON.stringify(entry.before),
    after: entry.after && JSON.stringify(entry.after),
    created_at: entry.now,
  })
}
