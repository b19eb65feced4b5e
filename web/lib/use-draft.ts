import { useEffect, useState } from 'react'

/**
 * Keeps what is being written in this browser until `clear`. `found` is the draft of an earlier visit, to be offered once;
 * nothing is written over it until the offer has been answered.
 */
export function useDraft<T>(key: string, current: T | undefined) {
  const [found, setFound] = useState<T>()
  const [answered, setAnswered] = useState(false)

  useEffect(() => {
    const text = localStorage.getItem(key)
    if (text === null) setAnswered(true)
    else setFound(JSON.parse(text) as T)
  }, [key])

  // At each change: a page that is reloaded may be read anew before it has heard that it goes.
  const text = current === undefined ? undefined : JSON.stringify(current)
  useEffect(() => {
    if (answered && text !== undefined) localStorage.setItem(key, text)
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
