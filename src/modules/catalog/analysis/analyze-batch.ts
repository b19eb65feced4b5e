import type { Context } from '../../../platform/context.ts'
import { Analysis } from '../contract.ts'
import type { AnalysisQuestion } from './analysis.ts'
import type { AnalysisNews } from './analysis-news.ts'
import { askAnalysis } from './ask-analysis.ts'
import { type Asked, findBatchItems, isFinished, reasonOf, refusalOf, saveBatch } from './batch.ts'
import { chooseAnalyser } from './choose-analyser.ts'

interface BatchAnalysis {
  results: (AnalysisQuestion & { analysis: Analysis })[]
  errors: (AnalysisQuestion & { message: string })[]
  summary: { total: number; successful: number; failed: number }
}

/**
 * Suggests a listing for each item; one that fails is reported beside the others, with a message for people.
 * @param signal ends the waiting, not the analyses
 * @throws AnalysisFailed 503 where there is no analyser, NotFound for another member's batch
 */
export async function analyzeBatch(
  ctx: Context,
  news: AnalysisNews,
  batch: { callerId: string; batchId: string | undefined; items: AnalysisQuestion[]; signal: AbortSignal },
): Promise<BatchAnalysis> {
  const { callerId: ownerId, signal } = batch
  chooseAnalyser(ctx)
  const items: Asked[] = []
  for (const question of batch.items) items.push(await ask(ctx, ownerId, question))
  const id = await saveBatch(ctx, { id: batch.batchId, ownerId, items })
  const finished = await news.follow(ownerId, {
    read: () => findBatchItems(ctx.db, { id, ownerId }),
    isEnough: isFinished,
    signal,
  })
  const answer: BatchAnalysis = { results: [], errors: [], summary: { total: items.length, successful: 0, failed: 0 } }
  for (const item of finished) {
    const { photoUrls, category, result } = item
    if (result !== null) answer.results.push({ photoUrls, category, analysis: Analysis.parse(result) })
    else answer.errors.push({ photoUrls, category, message: reasonOf(item) })
  }
  answer.summary.successful = answer.results.length
  answer.summary.failed = answer.errors.length
  return answer
}

async function ask(ctx: Context, callerId: string, question: AnalysisQuestion): Promise<Asked> {
  try {
    return { ...question, analysisId: (await askAnalysis(ctx, { callerId, question })).id }
  } catch (error) {
    return { ...question, refusal: refusalOf(error) }
  }
}
