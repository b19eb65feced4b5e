import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import type { BatchProgress } from '../contract.ts'
import type { AnalysisQuestion, Failure } from './analysis.ts'

/** What became of asking for one item: its row, or why it was not asked. */
export type Asked = AnalysisQuestion & ({ analysisId: string } | { refusal: string })

/** An item of a batch as it stands. */
export interface BatchItem extends AnalysisQuestion {
  refusal: string | null
  result: unknown
  failure: Failure | null
  finished: boolean
}

/** Notes what belongs to a batch; the same one again begins anew. @throws NotFound for another member's batch */
export async function saveBatch(
  ctx: Context,
  { id = randomUUID(), ownerId, items }: { id: string | undefined; ownerId: string; items: Asked[] },
): Promise<string> {
  return transact(ctx.db, async (trx) => {
    const batch = { id, owner_id: ownerId, created_at: ctx.clock.now() }
    const saved = await trx('analysis_batch')
      .insert(batch)
      .onConflict('id')
      .merge(['created_at'])
      .where('analysis_batch.owner_id', ownerId)
      .returning('id')
    if (saved.length === 0) throw new NotFound()
    await trx('analysis_batch_item').where({ batch_id: id }).delete()
    await trx('analysis_batch_item').insert(
      items.map(({ photoUrls, category, ...asked }, position) => ({
        batch_id: id,
        position,
        photo_urls: photoUrls,
        category,
        analysis_id: 'analysisId' in asked ? asked.analysisId : null,
        refusal: 'refusal' in asked ? asked.refusal : null,
      })),
    )
    return id
  })
}

/** The items of an own batch in their order; none while it is unknown. */
export async function findBatchItems(
  reader: Reader,
  { id, ownerId }: { id: string; ownerId: string },
): Promise<BatchItem[]> {
  const { rows } = await reader.raw<{ rows: BatchItem[] }>(
    `select item.photo_urls as "photoUrls", item.category, item.refusal, analysis.result, analysis.failure,
       item.refusal is not null or analysis.finished_at is not null as finished
     from analysis_batch batch
     join analysis_batch_item item on item.batch_id = batch.id
     left join photo_analysis analysis on analysis.id = item.analysis_id
     where batch.id = ? and batch.owner_id = ? order by item.position`,
    [id, ownerId],
  )
  return rows
}

export const isFinished = (items: BatchItem[]) => items.length > 0 && items.every(({ finished }) => finished)

const NO_ANSWER = 'The analysis takes longer than usual. Nothing is lost: please ask again in a minute.'

/** Why an item has no result, for people. */
export const reasonOf = ({ refusal, failure }: BatchItem): string => refusal ?? failure?.message ?? NO_ANSWER

export function presentProgress(items: BatchItem[]): BatchProgress {
  const states = items.map((item) => {
    if (!item.finished) return { photoUrls: item.photoUrls, state: 'waiting' as const }
    if (item.result !== null) return { photoUrls: item.photoUrls, state: 'done' as const }
    return { photoUrls: item.photoUrls, state: 'failed' as const, message: reasonOf(item) }
  })
  const count = (wanted: string) => states.filter(({ state }) => state === wanted).length
  return { total: items.length, done: count('done'), failed: count('failed'), items: states }
}

/** Only what is meant for people comes through; anything else is the caller's to handle. */
export function refusalOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  throw error
}
