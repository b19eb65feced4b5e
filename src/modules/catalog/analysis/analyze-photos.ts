import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import type { Analysis } from './contract.ts'
import { type AnalysisQuestion, answerOf, findAnalyses } from './analysis.ts'
import type { AnalysisProgress } from './analysis-progress.ts'
import { askAnalysis } from './ask-analysis.ts'
import { chooseAnalyser } from './choose-analyser.ts'

/**
 * Suggests a listing for photos of one item. Results are cached.
 * @param signal ends the wait, not the analysis
 * @throws AppError as `askAnalysis` and `answerOf`, AnalysisFailed 503 where there is no analyser
 */
export async function analyzePhotos(
  ctx: Context,
  progress: AnalysisProgress,
  { signal, ...asked }: { callerId: string; question: AnalysisQuestion; again: boolean; signal: AbortSignal },
): Promise<Analysis> {
  const asking = { ...asked, analyser: chooseAnalyser(ctx).name, now: ctx.clock.now() }
  const row = await transact(ctx.db, (trx) => askAnalysis(trx, asking))
  const rows = await progress.follow(asked.callerId, {
    read: () => findAnalyses(ctx.db, [row.id]),
    isEnough: ([latest]) => latest?.finished_at !== null,
    signal,
  })
  return answerOf(rows[0] ?? row)
}
