import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { AppError } from '../../../platform/errors.ts'
import { openEventStream } from '../../../platform/http/live/event-stream.ts'
import { languageOf } from '../../../platform/language/language-of.ts'
import type { Http } from '../../../platform/http/http.ts'
import { ANALYSIS_CODES } from './contract.ts'
import type { AnalysisProgress } from './analysis-progress.ts'
import { findBatch, isFinished, presentProgress } from './batch.ts'

/** Open tabs of one member in one process. */
const STREAMS_PER_MEMBER = 10
/** After this time a stream ends, and a site that still wants it opens another one. */
const LONGEST_MS = 10 * MINUTE_MS

/**
 * Streams a batch's progress until it is finished or cancelled. For a batch that does not exist yet nothing is sent until it
 * does, and for another member's nothing at all.
 * @throws AppError 429 TOO_MANY_STREAMS
 */
export function batchStreams(ctx: Context, progress: AnalysisProgress) {
  const open = new Map<string, number>()
  const count = (memberId: string, change: 1 | -1) => open.set(memberId, (open.get(memberId) ?? 0) + change)
  return (http: Http, batch: { id: string; ownerId: string }): void => {
    if ((open.get(batch.ownerId) ?? 0) >= STREAMS_PER_MEMBER) {
      throw new AppError(ANALYSIS_CODES.TOO_MANY_STREAMS, 429, 'Too many batches are open at once', {
        retryAfter: 60,
      })
    }
    count(batch.ownerId, 1)
    const left = new AbortController()
    const stream = openEventStream(http, () => {
      left.abort()
      count(batch.ownerId, -1)
      if (open.get(batch.ownerId) === 0) open.delete(batch.ownerId)
    })
    let sent = ''
    const sendProgress = async () => {
      const found = await findBatch(ctx.db, batch)
      if (!found) return found
      const progress = presentProgress(found, languageOf(http))
      const text = JSON.stringify(progress)
      if (text !== sent) stream.send('progress', progress)
      sent = text
      return found
    }
    const longest = setTimeout(() => left.abort(), LONGEST_MS)
    progress
      .follow(batch.ownerId, { read: sendProgress, isEnough: isFinished, signal: left.signal })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'a batch could not be followed'))
      .finally(() => {
        clearTimeout(longest)
        stream.end()
      })
  }
}
