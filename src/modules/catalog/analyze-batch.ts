import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { analyzePhotos, type AnalysisQuestion } from './analyze-photos.ts'
import type { Analysis } from './contract.ts'

export interface BatchAnalysis {
  results: (AnalysisQuestion & { analysis: Analysis })[]
  errors: (AnalysisQuestion & { message: string })[]
  summary: { total: number; successful: number; failed: number }
}

/** Suggests a listing for each item; one that fails is reported beside the others, with a message for people. */
export async function analyzeBatch(
  ctx: Context,
  { callerId, items }: { callerId: string; items: AnalysisQuestion[] },
): Promise<BatchAnalysis> {
  const batch: BatchAnalysis = { results: [], errors: [], summary: { total: items.length, successful: 0, failed: 0 } }
  const outcomes = await Promise.allSettled(items.map((question) => analyzePhotos(ctx, { callerId, question })))
  for (const [index, outcome] of outcomes.entries()) {
    const { photoUrls = [], category = '' } = items[index] ?? {}
    if (outcome.status === 'fulfilled') batch.results.push({ photoUrls, category, analysis: outcome.value })
    else batch.errors.push({ photoUrls, category, message: explain(ctx, outcome.reason) })
  }
  batch.summary.successful = batch.results.length
  batch.summary.failed = batch.errors.length
  return batch
}

function explain(ctx: Context, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error }, 'photo analysis failed')
  return 'Failed to analyze photos. Please try again.'
}
