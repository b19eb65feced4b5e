import { useEffect, useState } from 'react'
import { browserStore } from './browser-store.ts'

interface Owned {
  memberId: string
}

/**
 * Saves what a member is writing in this browser until `clear`. `found` is that member's draft of an earlier visit, to
 * be offered once; it is not overwritten before `answer`. Only the member who wrote a draft is offered it.
 * @param memberId undefined while unknown, and for visitors: then nothing is found or saved
 */
export function useDraft<T extends object>(key: string, memberId: string | undefined, current: T | undefined) {
  const [found, setFound] = useState<T & Owned>()
  const [answered, setAnswered] = useState(false)

  useEffect(() => {
    if (memberId === undefined) return
    const stored = readDraft(key)
    if (stored?.memberId === memberId) setFound(stored as T & Owned)
    else setAnswered(true)
  }, [key, memberId])

  // Saved at each change: on a reload the new page may load before the old one learns that it is closing.
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
  return { found: found?.memberId === memberId ? found : undefined, answered, answer, clear }
}

/** The store may hold anything; what can't be parsed is no draft. */
function readDraft(key: string): Owned | null {
  try {
    return JSON.parse(browserStore.read(key) ?? 'null') as Owned | null
  } catch {
    return null
  }
}
