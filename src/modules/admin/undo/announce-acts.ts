import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { forEachDue } from '../../../platform/jobs/for-each-due.ts'
import { notify, type NewNotice } from '../../notifications/index.ts'

/** Tells whom acts concern that can no longer be undone. */
export async function announceActs(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const due = await ctx
    .db('undoable_act')
    .whereNull('undone_at')
    .where('until', '<=', now)
    .orderBy('until')
    .limit(500)
    .select('action_id')
  await forEachDue(
    ctx,
    due.map(({ action_id: id }) => ({ actionId: id.toString() })),
    ({ actionId }) => transact(ctx.db, (trx) => announceAct(trx, { actionId, now })),
  )
}

/** Tells whom the act concerns, once: from then on it can't be undone. An act that was undone, or is told of, stays as it is. */
export async function announceAct(trx: Trx, { actionId, now }: { actionId: string; now: Date }): Promise<void> {
  const [row] = await trx('undoable_act')
    .where({ action_id: BigInt(actionId) })
    .whereNull('undone_at')
    .delete()
    .returning('notices')
  const notices = (row?.notices ?? []) as NewNotice[]
  if (notices.length > 0) await notify(trx, ...notices.map((notice) => ({ ...notice, now })))
}
