import type { Context } from '../../../platform/context.ts'
import type { Tables, Trx } from '../../../platform/database.ts'
import { Conflict, NotFound, NotSignedIn } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { accountsOfMailboxes } from '../../identity/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { actTogether } from '../log/admin-action.ts'
import { refuseOwn } from '../refuse-own.ts'
import { refreshSite } from '../../../platform/site/site.ts'
import { putBack } from './put-back.ts'
import type { Step } from './step.ts'

/**
 * Undoes acts of admins while nobody has been told, all of them or none: everything is as it was before, and nobody ever is.
 * @throws NotFound ACTION_NOT_FOUND; Conflict UNDO_OVER, UNDO_OVERTAKEN, OWN_SUBJECT
 */
export async function undoActs(ctx: Context, actorId: string, actionIds: string[]): Promise<void> {
  await actTogether(ctx, actorId, async (trx, now) => {
    // Listings are locked by id, as everywhere; of the same thing the latest goes first.
    const acts = await trx('admin_action')
      .whereIn('id', [...new Set(actionIds)].map(BigInt))
      .orderBy(['subject', { column: 'id', order: 'desc' }])
    if (acts.length < new Set(actionIds).size)
      throw new NotFound(words('There is no such act'), ADMIN_CODES.ACTION_NOT_FOUND)
    const undone = []
    for (const act of acts) undone.push(await undoIn(trx, act, { actorId, now }))
    return undone
  })
  await refreshSite(ctx)
}

async function undoIn(trx: Trx, act: Tables['admin_action'], by: { actorId: string; now: Date }) {
  const { actorId, now } = by
  if (act.about_id !== null) refuseOwn(actorId, act.about_id)
  // A transaction that announces it waits for this row, or was here before.
  const undoable = await trx('undoable_act').where({ action_id: act.id }).forUpdate().first()
  if (!undoable || undoable.undone_at !== null || undoable.until <= now)
    throw new Conflict(ADMIN_CODES.UNDO_OVER, words('This can no longer be undone. But you can decide again.'))
  if (await isOvertaken(trx, act))
    throw new Conflict(ADMIN_CODES.UNDO_OVERTAKEN, words('Another admin has just decided about this again'))
  for (const step of undoable.steps as Step[]) await putBack(trx, step, by).catch(passOverGone)
  await trx('undoable_act').where({ action_id: act.id }).update({ undone_at: now, undone_by: actorId, notices: '[]' })
  const change = { action: 'action.undo', subject: act.subject, before: { action: act.action }, after: null }
  return { change, result: undefined }
}

/** A listing that was deleted meanwhile, and an admin who has left, stay away; the rest is put back. */
function passOverGone(error: unknown): void {
  if (!(error instanceof NotFound || error instanceof NotSignedIn)) throw error
}

/** A later decision about the same, a member under any account of their mailbox, that still holds. */
async function isOvertaken(trx: Trx, { id, subject, action }: Tables['admin_action']): Promise<boolean> {
  // A note is nothing that others decide about.
  if (action === 'member.note') return false
  const [kind = '', subjectId = ''] = subject.split(':')
  const accounts = kind === 'member' ? await accountsOfMailboxes(trx, [subjectId]) : undefined
  const later = await trx('admin_action')
    .whereIn(
      'subject',
      accounts?.get(subjectId)?.map((account) => `member:${account}`) ?? [
        subject,
        // The built-in ones that were missing.
        ...(kind === 'category' ? ['categories'] : []),
      ],
    )
    .where('id', '>', id)
    // Fees, the site and ready-made words have nothing to do with each other.
    .where(kind === 'settings' ? { action } : {})
    .whereNotIn('action', ['action.undo', 'member.note', 'member.read', 'message.read', 'dispute.read'])
    .whereRaw('not exists (select from undoable_act where action_id = admin_action.id and undone_at is not null)')
    .first()
  return later !== undefined
}
