import type { Reader, Trx } from '../../../platform/database.ts'
import { AppError, Conflict, NotFound } from '../../../platform/errors.ts'
import { inEnglish, translate } from '../../../platform/language/translate.ts'
import { type Language, type Saying, words } from '../../../platform/language/words.ts'
import { type BatchProgress, ANALYSIS_CODES } from './contract.ts'
import type { AnalysisQuestion, Failure } from './analysis.ts'

/** The outcome of asking for one item: its row, or why it was not asked. */
export type Asked = AnalysisQuestion & ({ analysisId: string } | { refused: Saying })

/** An item of a batch as it stands. */
export interface BatchItem extends AnalysisQuestion {
  /** In English, for the rows of before. */
  refusal: string | null
  refused: Saying | null
  result: unknown
  failure: Failure | null
  finished: boolean
}

/** A batch as it stands; one that was cancelled before it came has no items. */
export interface Batch {
  cancelled: boolean
  items: BatchItem[]
}

interface Key {
  id: string
  ownerId: string
}

/** Notes a batch and locks it; the same one again begins anew. @throws NotFound for another member's, Conflict BATCH_CANCELLED */
export async function openBatch(trx: Trx, batch: Key & { now: Date }): Promise<void> {
  const { rows } = await trx.raw<{ rows: { cancelled_at: Date | null }[] }>(
    `insert into analysis_batch as batch (id, owner_id, created_at) values (:id, :ownerId, :now)
     on conflict (id) do update set created_at = excluded.created_at where batch.owner_id = excluded.owner_id
     returning cancelled_at`,
    { ...batch },
  )
  const [opened] = rows
  if (!opened) throw new NotFound()
  if (opened.cancelled_at) throw new Conflict(ANALYSIS_CODES.BATCH_CANCELLED, 'This batch was cancelled')
}

/** Marks a batch as cancelled, whether it came already or not, and locks it. @throws NotFound for another member's */
export async function closeBatch(trx: Trx, batch: Key & { now: Date }): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into analysis_batch as batch (id, owner_id, created_at, cancelled_at) values (:id, :ownerId, :now, :now)
     on conflict (id) do update set cancelled_at = coalesce(batch.cancelled_at, excluded.cancelled_at)
     where batch.owner_id = excluded.owner_id returning id`,
    { ...batch },
  )
  if (rows.length === 0) throw new NotFound()
}

/** Puts these in the place of what the batch held before. */
export async function saveItems(trx: Trx, batchId: string, items: Asked[]): Promise<void> {
  await trx('analysis_batch_item').where({ batch_id: batchId }).delete()
  await trx('analysis_batch_item').insert(
    items.map(({ photoUrls, category, ...asked }, position) => ({
      batch_id: batchId,
      position,
      photo_urls: photoUrls,
      category,
      analysis_id: 'analysisId' in asked ? asked.analysisId : null,
      refusal: 'refused' in asked ? inEnglish(asked.refused) : null,
      refused: 'refused' in asked ? JSON.stringify(asked.refused) : null,
    })),
  )
}

/** An own batch with its items in their order; undefined while it is unknown. */
export async function findBatch(reader: Reader, { id, ownerId }: Key): Promise<Batch | undefined> {
  const { rows } = await reader.raw<{ rows: (BatchItem & { cancelled: boolean; position: number | null })[] }>(
    `select batch.cancelled_at is not null as cancelled, item.position, item.photo_urls as "photoUrls", item.category,
       item.refusal, item.refused, analysis.result, analysis.failure,
       item.refusal is not null or analysis.finished_at is not null as finished
     from analysis_batch batch
     left join analysis_batch_item item on item.batch_id = batch.id
     left join photo_analysis analysis on analysis.id = item.analysis_id
     where batch.id = ? and batch.owner_id = ? order by item.position`,
    [id, ownerId],
  )
  const [first] = rows
  return first && { cancelled: first.cancelled, items: rows.filter(({ position }) => position !== null) }
}

export const isFinished = (batch: Batch | undefined) =>
  batch !== undefined && (batch.cancelled || batch.items.every(({ finished }) => finished))

const NO_ANSWER = words('The analysis takes longer than usual. Nothing is lost: please ask again in a minute.')

/** The reason for which an item has no result, for people. */
export const reasonOf = ({ refusal, refused, failure }: BatchItem): Saying =>
  refused ?? refusal ?? failure?.said ?? failure?.message ?? NO_ANSWER

export function presentProgress({ cancelled, items }: Batch, language: Language): BatchProgress {
  const states = items.map((item) => {
    const { photoUrls } = item
    if (!item.finished) return { photoUrls, state: 'waiting' as const }
    if (item.result !== null) return { photoUrls, state: 'done' as const }
    if (item.failure?.code === ANALYSIS_CODES.ANALYSIS_CANCELLED) return { photoUrls, state: 'cancelled' as const }
    return { photoUrls, state: 'failed' as const, message: translate(language, reasonOf(item)) }
  })
  const count = (wanted: string) => states.filter(({ state }) => state === wanted).length
  return { total: items.length, done: count('done'), failed: count('failed'), cancelled, items: states }
}

/** Only what is meant for people comes through; anything else is the caller's to handle. */
export function refusalOf(error: unknown): Saying {
  if (error instanceof AppError) return error.said
  throw error
}
