import { DAY_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'

const KEPT_MS = 30 * DAY_MS

/** Removes batches of long ago, and answers that nobody has asked for since; what they have cost stays. */
export async function removeOldAnalyses({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await transact(db, async (trx) => {
    await trx('analysis_batch').where('created_at', '<', before).delete()
    // A younger batch may have been given an older answer.
    await trx('photo_analysis')
      .where('asked_at', '<', before)
      .whereRaw('not exists (select from analysis_batch_item where analysis_id = photo_analysis.id)')
      .delete()
  })
}
