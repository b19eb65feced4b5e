import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { AppError, NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { priceOf } from '../prices/category.ts'
import { type Analysis, ANALYSIS_CODES } from './contract.ts'
import { photoKey, requireOwnPhotos, type Photo } from '../photo/photo.ts'
import { AnalysisFailed, type ModelTokens, NO_TOKENS } from './analyser.ts'
import type { AnalysisRow, Failure } from './analysis.ts'
import { notifyFinished } from './analysis-progress.ts'
import { addCost } from './analysis-cost.ts'
import { chooseAnalyser } from './choose-analyser.ts'

type Outcome = { tokens: ModelTokens } & ({ result: Analysis } | { failure: Failure })

/**
 * Runs one attempt of an analysis, stores its result or failure and notifies those who wait, in any process. A later request
 * retries a failure. Cancelled and superseded attempts are skipped.
 */
export async function runAnalysis(
  ctx: Context,
  { analysisId, attempt }: { analysisId: string; attempt: number },
): Promise<void> {
  const [row] = await ctx
    .db('photo_analysis')
    .where({ id: analysisId, attempts: attempt })
    .whereNull('finished_at')
    .update({ started_at: ctx.clock.now() })
    .returning('*')
  if (!row) return
  const start = performance.now()
  const { tokens, ...outcome } = await answer(ctx, row)
  const now = ctx.clock.now()
  await transact(ctx.db, async (trx) => {
    await trx('photo_analysis')
      .where({ id: row.id, attempts: row.attempts })
      .whereNull('finished_at')
      .update({ ...outcome, finished_at: now })
    await addCost(trx, { analyser: row.analyser, answered: 'result' in outcome, tokens, now })
    await notifyFinished(trx, row.owner_id)
  })
  const code = 'failure' in outcome ? outcome.failure.code : undefined
  const ms = Math.round(performance.now() - start)
  ctx.log.info({ analysisId, analyser: row.analyser, tokens, ms, ...(code && { failure: code }) }, 'photos analysed')
}

async function answer(ctx: Context, { owner_id, photo_urls, category }: AnalysisRow): Promise<Outcome> {
  try {
    const photos = await requireOwnPhotos(ctx.db, { ownerId: owner_id, urls: photo_urls })
    const price = await priceOf(ctx.db, category)
    const subject = { ownerId: owner_id, photos: await readPhotos(ctx, photos), category, price }
    const { analysis, tokens } = await chooseAnalyser(ctx).analyse(subject)
    return { result: analysis, tokens }
  } catch (error) {
    const tokens = error instanceof AnalysisFailed ? error.tokens : NO_TOKENS
    return { failure: explain(ctx, error), tokens }
  }
}

function explain(ctx: Context, error: unknown): Failure {
  if (error instanceof AppError) {
    const { code, status, message, said } = error
    return { code, status, message, said }
  }
  ctx.log.error({ err: error }, 'photo analysis failed')
  const message = words('Failed to analyze photos. Please try again.')
  return { code: ANALYSIS_CODES.ANALYSIS_UNAVAILABLE, status: 503, message }
}

async function readPhotos(ctx: Context, photos: Photo[]): Promise<Buffer[]> {
  return Promise.all(
    photos.map(async (photo) => {
      const file = await ctx.photos.get(photoKey(`${photo.id}.webp`))
      if (!file) throw new NotFound('A photo is no longer here. Please upload it again.')
      return file
    }),
  )
}
