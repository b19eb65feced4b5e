import { finished } from 'node:stream'
import type { Context } from '../../../platform/context.ts'
import { budgetLeft } from '../../../platform/process/deadline.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Http } from '../../../platform/http/http.ts'
import { languageOf } from '../../../platform/language/language-of.ts'
import { onClosing } from '../../../platform/http/shutdown.ts'
import * as contract from './contract.ts'
import { createAnalysisProgress } from './analysis-progress.ts'
import { analyzeBatch } from './analyze-batch.ts'
import { analyzePhotos } from './analyze-photos.ts'
import { cancelBatch } from './cancel-batch.ts'
import { batchStreams } from './follow-batch.ts'
import { judgePhoto } from './judge-photo.ts'

/** The longest that a batch waits for its jobs; what is not finished by then is there for the next call. */
const BATCH_MS = 180_000

export function analysisRoutes(api: Api, ctx: Context): void {
  const progress = createAnalysisProgress(ctx)
  const followBatch = batchStreams(ctx, progress)
  api.on(contract.analyzePhotos, ({ body: { again, ...question }, caller, http }) =>
    whileWanted(http, budgetLeft(), (signal) =>
      analyzePhotos(ctx, progress, { callerId: caller.id, question, again, signal }),
    ),
  )
  api.on(contract.analyzeBatch, ({ body, caller, http }) =>
    whileWanted(http, BATCH_MS, (signal) =>
      analyzeBatch(ctx, progress, {
        callerId: caller.id,
        batchId: body.batchId,
        items: body.items,
        language: languageOf(http),
        signal,
      }),
    ),
  )
  api.on(contract.cancelBatch, ({ params, caller, http }) =>
    cancelBatch(ctx, { id: params.id, ownerId: caller.id, language: languageOf(http) }),
  )
  api.on(contract.followBatch, ({ params, caller, http }) => {
    followBatch(http, { id: params.id, ownerId: caller.id })
    return Promise.resolve(undefined)
  })
  api.on(contract.judgePhoto, ({ query, caller }) => judgePhoto(ctx, { callerId: caller.id, ...query }))
}

/** Aborts when the client has gone, the server closes, or patience is at its end. */
async function whileWanted<T>(http: Http, patience: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  const end = () => over.abort()
  const timer = setTimeout(end, patience)
  const forget = onClosing(http, end)
  finished(http.res, end)
  try {
    return await work(over.signal)
  } finally {
    clearTimeout(timer)
    forget()
  }
}
