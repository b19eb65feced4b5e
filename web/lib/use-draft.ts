import { useEffect, useState } from 'react'

const PAUSE_MS = 400

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

  const text = current === undefined ? undefined : JSON.stringify(current)
  useEffect(() => {
    if (!answered || text === undefined) return
    const keep = () => {
      localStorage.setItem(key, text)
      forget()
    }
    const timer = setTimeout(keep, PAUSE_MS)
    const forget = () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
    // Who reloads or leaves within the pause loses nothing either, and finds no older state again.
    window.addEventListener('pagehide', keep)
    return forget
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
