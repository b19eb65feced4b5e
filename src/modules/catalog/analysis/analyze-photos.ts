import type { Context } from '../../../platform/context.ts'
import type { Analysis } from '../contract.ts'
import { type AnalysisQuestion, answerOf, findAnalyses } from './analysis.ts'
import type { AnalysisNews } from './analysis-news.ts'
import { askAnalysis } from './ask-analysis.ts'

/**
 * Suggests a listing for photos of one item. Results are kept: the same question is answered without asking again.
 * @param signal ends the waiting, not the analysis
 * @throws AppError as `askAnalysis` and `answerOf`
 */
export async function analyzePhotos(
  ctx: Context,
  news: AnalysisNews,
  { signal, ...asked }: { callerId: string; question: AnalysisQuestion; again: boolean; signal: AbortSignal },
): Promise<Analysis> {
  const row = await askAnalysis(ctx, asked)
  const rows = await news.follow(asked.callerId, {
    read: () => findAnalyses(ctx.db, [row.id]),
    isEnough: ([latest]) => latest?.finished_at !== null,
    signal,
  })
  return answerOf(rows[0] ?? row)
}
