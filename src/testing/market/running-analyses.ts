import { setTimeout as delay } from 'node:timers/promises'
import type { TestMarket } from './market.ts'

/** Answers `call`, which waits for photo analyses, while their jobs are run beside it. */
export async function runningAnalyses<T>(market: TestMarket, call: Promise<T>): Promise<T> {
  const state = { settled: false }
  const settle = () => (state.settled = true)
  void call.then(settle, settle)
  while (!state.settled) {
    await market.runJobs({ only: ['catalog.analyze-photos'] })
    await delay(10)
  }
  return call
}
