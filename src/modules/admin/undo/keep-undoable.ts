import type { Trx } from '../../../platform/database.ts'
import { UNDO_MS } from '../../handover/constants.ts'
import type { NewNotice } from '../../notifications/index.ts'
import type { Step } from './step.ts'

/** Keeps what undoes an act, and what is told where nobody undoes it. */
export async function keepUndoable(
  trx: Trx,
  { actionId, steps, notices, now }: { actionId: string; steps: Step[]; notices: NewNotice[]; now: Date },
): Promise<void> {
  await trx('undoable_act').insert({
    action_id: BigInt(actionId),
    steps: JSON.stringify(steps),
    notices: JSON.stringify(notices),
    until: new Date(now.getTime() + UNDO_MS),
  })
}
