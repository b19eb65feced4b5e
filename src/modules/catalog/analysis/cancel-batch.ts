import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { type Language, words } from '../../../platform/language/words.ts'
import { requireMember } from '../../identity/index.ts'
import { type BatchProgress, ANALYSIS_CODES } from './contract.ts'
import type { Failure } from './analysis.ts'
import { notifyFinished } from './analysis-progress.ts'
import { takeTurn } from './ask-analysis.ts'
import { closeBatch, findBatch, presentProgress } from './batch.ts'

const CANCELLED: Failure = {
  code: ANALYSIS_CODES.ANALYSIS_CANCELLED,
  status: 409,
  message: words('This analysis was cancelled. Please start it again.'),
}

/**
 * Ends a batch for good, even one that has not arrived yet. An analysis that no job has started is given up, unless another
 * batch waits for it, and does not count towards the daily limit; one that has started finishes, and its result is stored.
 * Job and cancellation race for the row; the first wins.
 * Lock order: turn of the member, batch, analysis.
 * @throws NotFound for another member's batch
 */
export async function cancelBatch(
  ctx: Context,
  { language, ...batch }: { id: string; ownerId: string; language: Language },
): Promise<BatchProgress | undefined> {
  const now = ctx.clock.now()
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, batch.ownerId)
    await takeTurn(trx, batch.ownerId)
    await closeBatch(trx, { ...batch, now })
    // A batch that is older than the attempt had its answer before.
    await trx.raw(
      `update photo_analysis analysis set failure = :failure, finished_at = :now, cancelled = cancelled + 1
       where id in (select analysis_id from analysis_batch_item where batch_id = :id)
         and started_at is null and finished_at is null
         and not exists (
           select from analysis_batch_item item join analysis_batch other on other.id = item.batch_id
           where item.analysis_id = analysis.id and other.cancelled_at is null and other.created_at >= analysis.asked_at
         )`,
      { id: batch.id, now, failure: JSON.stringify(CANCELLED) },
    )
    await notifyFinished(trx, batch.ownerId)
    const found = await findBatch(trx, batch)
    return found && presentProgress(found, language)
  })
}
