import { useSyncExternalStore } from 'react'

/** Milliseconds since 1970. */
interface Given {
  /** The time at which the server gave the answer. */
  at: number
  /** When it came here: later, where the service worker had kept it. */
  cameAt: number
}

/** API paths that have been asked for, answered or not. */
export const pathsAsked = new Set<string>()
const given = new Map<string, Given>()
let away = false
let kept = 0
const listeners = new Set<() => void>()

function setAway(now: boolean): void {
  away = now
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') {
  away = !navigator.onLine
  window.addEventListener('offline', () => setAway(true))
}

/** Asks, and notes of when the answer of an API path is. A kept one means that the connection is away. */
export async function fetchAnswer(path: string): Promise<Response> {
  pathsAsked.add(path)
  const answer = await fetch(path)
  const mark = answer.headers.get('x-kept')
  const cameAt = Date.now()
  given.set(path, { at: Date.parse(mark ?? answer.headers.get('date') ?? '') || cameAt, cameAt })
  if (mark !== null) {
    kept += 1
    setAway(true)
  }
  return answer
}

/**
 * Ends being away, after `renew` has asked for everything on screen again. Until those answers are here, and where one of
 * them was a kept one once more, everything remains marked.
 */
export async function comeBack(renew: () => Promise<unknown>): Promise<void> {
  const before = kept
  await renew()
  if (kept === before && navigator.onLine) setAway(false)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isAway = (): boolean => away

/** Whether the connection is away: what is shown may have changed, and nothing can be paid. */
export const useAway = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => away,
    () => false,
  )

/** While the connection is away: of when the answer of an API path is, in ms since 1970. Undefined: it is fresh. */
export const useAsOf = (path: string): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => (away ? (given.get(path)?.at ?? performance.timeOrigin) : undefined),
    () => undefined,
  )

/** The time of the oldest answer that came since `since`; what came before was painted with the page. */
export function oldestSince(since: number): number {
  const times = [...given.values()].flatMap(({ at, cameAt }) => (cameAt >= since ? [at] : []))
  return times.length === 0 ? performance.timeOrigin : Math.min(...times)
}
