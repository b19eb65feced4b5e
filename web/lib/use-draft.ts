import { useEffect, useState } from 'react'

/**
 * Keeps what is being written in this browser until `clear`. `found` is the draft of an earlier visit, to be offered once;
 * nothing is written over it until the offer has been answered.
 */
export function useDraft<T>(key: string, current: T | undefined) {
  const [found, setFound] = useState<T>()
  const [answered, setAnswered] = useState(false)

  useEffect(() => {
    const kept = read(key)
    if (kept === undefined) setAnswered(true)
    else setFound(kept as T)
  }, [key])

  // At each change: a page that is reloaded may be read anew before it has heard that it goes.
  const text = current === undefined ? undefined : JSON.stringify(current)
  useEffect(() => {
    if (answered && text !== undefined) write(key, text)
  }, [key, answered, text])

  const answer = () => {
    setFound(undefined)
    setAnswered(true)
  }
  const clear = () => {
    localStorage.removeItem(key)
    answer()
  }
  return { found, answer, clear }
}

// A browser's store can be full or forbidden, and anything may stand in it: then there is no draft, but still a form.

function read(key: string): object | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null ? kept : undefined
  } catch {
    return undefined
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Nothing can be kept here.
  }
}
