import { useEffect, useState } from 'react'
import { browserStore } from './browser-store.ts'

interface Owned {
  memberId: string
}

/**
 * Keeps what a member is writing in this browser until `clear`. `found` is that member's draft of an earlier visit, to be
 * offered once; nothing is written over it until the offer has been answered. Nobody is offered what another has written.
 * @param memberId undefined while it is unknown, and of visitors: then nothing is found or kept
 */
export function useDraft<T extends object>(key: string, memberId: string | undefined, current: T | undefined) {
  const [found, setFound] = useState<T & Owned>()
  const [answered, setAnswered] = useState(false)

  useEffect(() => {
    if (memberId === undefined) return
    const kept = readDraft(key)
    if (kept?.memberId === memberId) setFound(kept as T & Owned)
    else setAnswered(true)
  }, [key, memberId])

  // At each change: a page that is reloaded may be read anew before it has heard that it goes.
  const text = memberId === undefined || current === undefined ? undefined : JSON.stringify({ memberId, ...current })
  useEffect(() => {
    if (answered && text !== undefined) browserStore.write(key, text)
  }, [key, answered, text])

  const answer = () => {
    setFound(undefined)
    setAnswered(true)
  }
  const clear = () => {
    browserStore.remove(key)
    answer()
  }
  return { found: found?.memberId === memberId ? found : undefined, answer, clear }
}

/** Anything may stand there: what is no draft is none. */
function readDraft(key: string): Owned | null {
  try {
    return JSON.parse(browserStore.read(key) ?? 'null') as Owned | null
  } catch {
    return null
  }
}
