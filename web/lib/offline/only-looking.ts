import { useSyncExternalStore } from 'react'

/** A painted page says so itself. */
let only = typeof document !== 'undefined' && document.documentElement.dataset['market'] === 'only-looking'
const listeners = new Set<() => void>()

/** Notes whether the market's own database is away: what it knows can be looked at, and nothing can be done. */
export function recordMarket({ headers }: Response): void {
  const now = headers.get('x-market') === 'only-looking'
  if (now === only) return
  only = now
  for (const listener of listeners) listener()
}

export const isOnlyLooking = (): boolean => only

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOnlyLooking = (): boolean => useSyncExternalStore(subscribe, isOnlyLooking, () => false)
