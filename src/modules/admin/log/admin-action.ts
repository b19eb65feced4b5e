import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { findMember } from '../../identity/index.ts'
import { notify, type NewNotice } from '../../notifications/index.ts'
import { keepUndoable } from '../undo/keep-undoable.ts'
import type { Step } from '../undo/step.ts'

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

interface Written<T> {
  change: Change
  result: T
  /** Notices to members: at once, or where the write can be undone, once that is over. */
  notices?: NewNotice[]
  /** The values that put everything back. */
  undo?: Step[]
}

/** A write's outcome, and its number in the log. */
export interface Acted<T> {
  result: T
  actionId: string
}

/**
 * The frame of every admin write: it is recorded in the same transaction, so there is no change without its row.
 * Admin writes take turns, so `before` is what the write really replaced.
 */
export async function actAsAdmin<T>(
  ctx: Context,
  actorId: string | null,
  write: (trx: Trx, now: Date) => Promise<Written<T>>,
): Promise<Acted<T>> {
  const [acted] = await actTogether(ctx, actorId, async (trx, now) => [await write(trx, now)])
  if (!acted) throw new Error('a write without its row')
  return acted
}

/** {@link actAsAdmin} for several acts of which all happen, or none. */
export async function actTogether<T>(
  ctx: Context,
  actorId: string | null,
  write: (trx: Trx, now: Date) => Promise<Written<T>[]>,
): Promise<Acted<T>[]> {
  return transact(ctx.db, async (trx) => {
    await trx.raw('lock table admin_action in share row exclusive mode')
    // Another admin may have ended that meanwhile.
    if (actorId !== null && !(await findMember(trx, actorId))?.isAdmin) throw new Forbidden(NO_ADMIN)
    const now = ctx.clock.now()
    const acted: Acted<T>[] = []
    for (const { change, result, notices = [], undo } of await write(trx, now)) {
      const actionId = await recordChange(trx, { ...change, actorId, now })
      if (undo) await keepUndoable(trx, { actionId, steps: undo, notices, now })
      else if (notices.length > 0) await notify(trx, ...notices)
      acted.push({ result, actionId })
    }
    return acted
  })
}

/** {@link actAsAdmin} for what is not undone. */
export async function writeAsAdmin<T>(...write: Parameters<typeof actAsAdmin<T>>): Promise<T> {
  return (await actAsAdmin(...write)).result
}

/** @param entry.actorId null for the operators' command line @returns its number in the log */
export async function recordChange(trx: Trx, entry: Change & { actorId: string | null; now: Date }): Promise<string> {
  const [row] = await trx('admin_action')
    .insert({
      actor_id: entry.actorId,
      action: entry.action,
      subject: entry.subject,
      about_id: entry.about ?? null,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
      created_at: entry.now,
    })
    .returning('id')
  if (!row) throw new Error('a change without its row')
  return row.id.toString()
}
