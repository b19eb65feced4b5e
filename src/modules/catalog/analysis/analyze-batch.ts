import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { translate } from '../../../platform/language/translate.ts'
import type { Language } from '../../../platform/language/words.ts'
import { requireMember } from '../../identity/index.ts'
import { Analysis } from './contract.ts'
import type { AnalysisQuestion } from './analysis.ts'
import type { AnalysisProgress } from './analysis-progress.ts'
import { askAnalysis, type Asking, takeTurn } from './ask-analysis.ts'
import { type Asked, findBatch, isFinished, openBatch, reasonOf, refusalOf, saveItems } from './batch.ts'
import { chooseAnalyser } from './choose-analyser.ts'

interface BatchAnalysis {
  results: (AnalysisQuestion & { analysis: Analysis })[]
  errors: (AnalysisQuestion & { message: string })[]
  summary: { total: number; successful: number; failed: number }
}

/**
 * Suggests a listing for each item; one that fails is reported beside the others, with a message for people. Ends early
 * when the batch is cancelled.
 * @param signal ends the waiting, not the analyses
 * @throws AnalysisFailed 503 where there is no analyser, NotFound for another member's batch, Conflict BATCH_CANCELLED
 */
export async function analyzeBatch(
  ctx: Context,
  progress: AnalysisProgress,
  batch: {
    callerId: string
    batchId: string | undefined
    items: AnalysisQuestion[]
    language: Language
    signal: AbortSignal
  },
): Promise<BatchAnalysis> {
  const { callerId: ownerId, batchId: id = randomUUID(), signal } = batch
  const analyser = chooseAnalyser(ctx).name
  // In one transaction: a batch that doesn't exist yet has asked nothing either.
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, ownerId)
    await takeTurn(trx, ownerId)
    // Read after the lock: a batch is never older than an analysis that it waits for.
    const asking = { callerId: ownerId, analyser, now: ctx.clock.now() }
    await openBatch(trx, { id, ownerId, now: asking.now })
    const items: Asked[] = []
    for (const question of batch.items) items.push(await ask(trx, asking, question))
    await saveItems(trx, id, items)
  })
  const finished = await progress.follow(ownerId, {
    read: () => findBatch(ctx.db, { id, ownerId }),
    isEnough: isFinished,
    signal,
  })
  const answer: BatchAnalysis = { results: [], errors: [], summary: { total: 0, successful: 0, failed: 0 } }
  for (const item of finished?.items ?? []) {
    const { photoUrls, category, result } = item
    if (result !== null) answer.results.push({ photoUrls, category, analysis: Analysis.parse(result) })
    else answer.errors.push({ photoUrls, category, message: translate(batch.language, reasonOf(item)) })
  }
  answer.summary = { total: batch.items.length, successful: answer.results.length, failed: answer.errors.length }
  return answer
}

async function ask(trx: Trx, asking: Asking, question: AnalysisQuestion): Promise<Asked> {
  try {
    return { ...question, analysisId: (await askAnalysis(trx, { ...asking, question })).id }
  } catch (error) {
    return { ...question, refused: refusalOf(error) }
  }
}
