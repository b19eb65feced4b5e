import { setTimeout as delay } from 'node:timers/promises'
import type { TestMarket } from './market.ts'

/** Answers `call`, which waits for photo analyses, while their jobs are run beside it. */
export async function runningAnalyses<T>(market: TestMarket, call: Promise<T>): Promise<T> {
  let settled = false
  const settle = () => (settled = true)
  void call.then(settle, settle)
  while (!settled) {
    await market.runJobs({ only: ['catalog.analyze-photos'] })
    await delay(10)
  }
  return call
}
