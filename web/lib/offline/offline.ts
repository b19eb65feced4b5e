import type { Seen } from '../../worker/seen.ts'
import { answersRead } from './freshness.ts'
import { pageLanguage } from '../language/sentence.ts'

/** Starts the service worker. A page that was here before it tells it what it has loaded. */
export async function startWorker(painted: Record<string, unknown>): Promise<void> {
  const { serviceWorker } = navigator
  const first = serviceWorker.controller === null
  const language = pageLanguage()
  await serviceWorker.register(language === 'en' ? '/sw.js' : `/sw.js?language=${language}`)
  if (!first) return
  const { active } = await serviceWorker.ready
  const files = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name)
    return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : []
  })
  const seen: Seen = { answers: [...new Set([...Object.keys(painted), ...answersRead()])], files }
  active?.postMessage(seen)
}
