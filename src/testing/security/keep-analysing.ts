import { setTimeout as delay } from 'node:timers/promises'
import type { TestMarket } from '../market/market.ts'

/** Runs the jobs that calls wait for, until it is told to stop. */
export function keepAnalysing(market: TestMarket): () => Promise<void> {
  const over = new AbortController()
  const run = async () => {
    while (!over.signal.aborted) {
      await market.runJobs({ only: ['catalog.analyze-photos'] })
      await delay(50)
    }
  }
  const running = run()
  return async () => {
    over.abort()
    await running
  }
}
