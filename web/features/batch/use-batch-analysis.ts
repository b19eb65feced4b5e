import { useEffect, useRef, useState } from 'react'
import type { BatchProgress } from '../../../src/modules/catalog/analysis/contract.ts'
import { ApiError, call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { type BatchListing, analyzedListing, manualListing } from './batch-listing.ts'

export const BATCH_CATEGORY = 'baby-clothes'
/** Percent of the progress bar: at the start, and when every photo has been analysed. */
const STARTED = 5
const LOOKED_AT = 80
/** Milliseconds for which the full bar stays visible. */
const FULL_MS = 400
/** Between attempts while the network is down. */
const PAUSES_MS = [1000, 3000]

/** Analyses one batch at a time and tracks its progress. */
export function useBatchAnalysis() {
  const [percent, setPercent] = useState(0)
  const [listings, setListings] = useState<BatchProgress['items']>([])
  const stop = useRef(() => {})
  const running = useRef<string>(undefined)
  useEffect(() => () => stop.current(), [])

  /**
   * One listing for each group; null when cancelled.
   * @throws {ApiError} when nothing at all could be analysed
   */
  const run = async (batchId: string, groups: string[][]): Promise<BatchListing[] | null> => {
    stop.current()
    running.current = batchId
    const over = new AbortController()
    const events = new EventSource(path('/api/ai/batches/:id/events', { params: { id: batchId } }))
    stop.current = () => {
      over.abort()
      events.close()
    }
    setPercent(STARTED)
    setListings(groups.map((photoUrls) => ({ photoUrls, state: 'waiting' })))
    events.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const progress = JSON.parse(data) as BatchProgress
      setListings(progress.items)
      setPercent(STARTED + Math.round(((LOOKED_AT - STARTED) * (progress.done + progress.failed)) / progress.total))
      if (progress.done + progress.failed === progress.total) events.close()
    })
    try {
      const answer = await askWithRetries(batchId, groups)
      if (over.signal.aborted) return null
      if (answer.results.length === 0) throw new Error(answer.errors[0]?.message)
      setPercent(100)
      await new Promise((resolve) => setTimeout(resolve, FULL_MS))
      if (answer.errors.length > 0) toast({ title: partly(answer.results.length, groups.length) })
      const found = new Map(answer.results.map(({ photoUrls, analysis }) => [photoUrls.join(), analysis]))
      const reasons = new Map(answer.errors.map(({ photoUrls, message }) => [photoUrls.join(), message]))
      return groups.map((photoUrls) => {
        const analysis = found.get(photoUrls.join())
        if (analysis) return analyzedListing(photoUrls, BATCH_CATEGORY, analysis)
        return manualListing(photoUrls, BATCH_CATEGORY, reasons.get(photoUrls.join()))
      })
    } catch (error) {
      if (over.signal.aborted) return null
      throw error
    } finally {
      events.close()
    }
  }

  /** Stops waiting, and cancels what the server has not started. */
  const cancel = () => {
    stop.current()
    // If this fails, the server only does work that nobody needs.
    if (running.current !== undefined)
      call('POST /api/ai/batches/:id/cancel', { params: { id: running.current } }).catch(() => undefined)
  }

  return { percent, listings, run, cancel }
}

/** Shows why a whole analysis failed. */
export function explainFailure(error: unknown): void {
  const failed = t('Failed to analyze photos. Please try again.')
  // An error on the server's side, or on the way, has no words for people.
  const broken = error instanceof ApiError && error.status >= 500
  const description = broken ? failed : messageFrom(error, failed)
  toast({ title: t('Analysis failed'), description, tone: 'danger' })
}

/** Retries while the network is down; asking for the same batch again is free. */
async function askWithRetries(batchId: string, groups: string[][]) {
  const listings = groups.map((photoUrls) => ({ photoUrls, category: BATCH_CATEGORY }))
  const ask = () => call('POST /api/ai/analyze-batch', { body: { batchId, items: listings } })
  for (const pause of PAUSES_MS) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return ask()
}

function partly(analyzed: number, total: number): string {
  return t('{analyzed} of {total} item(s) analyzed by AI. {rest} item(s) need manual entry.', {
    analyzed,
    total,
    rest: total - analyzed,
  })
}
