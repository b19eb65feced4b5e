import type { Seen } from '../../worker/seen.ts'
import { pathsAsked } from './freshness.ts'
import { pageLanguage } from '../language/sentence.ts'

/** Starts the service worker. A page that did not come through it tells it what it has loaded. */
export async function startWorker(painted: Record<string, unknown>): Promise<void> {
  const { serviceWorker } = navigator
  const language = pageLanguage()
  // The worker keeps by itself what is asked once it is in control.
  const controlled = serviceWorker.controller ?? new Promise((resolve) => (serviceWorker.oncontrollerchange = resolve))
  await serviceWorker.register(language === 'en' ? '/sw.js' : `/sw.js?language=${language}`)
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (page?.workerStart) return
  await controlled
  const seen: Seen = {
    answers: [...Object.keys(painted), ...pathsAsked],
    files: performance.getEntriesByType('resource').map(({ name }) => name),
  }
  serviceWorker.controller?.postMessage(seen)
}
