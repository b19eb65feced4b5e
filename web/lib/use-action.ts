import { type SubmitEvent, useRef, useState } from 'react'

interface Action<A extends unknown[]> {
  /** Runs the action unless it is running. */
  run: (...args: A) => Promise<void>
  /** Runs it in place of a form's own submission. */
  submit: (event: SubmitEvent, ...args: A) => void
  pending: boolean
  error: unknown
}

/** Runs one action at a time, and tracks its progress and failure. */
export function useAction<A extends unknown[]>(action: (...args: A) => Promise<void>): Action<A> {
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()

  const run = async (...args: A) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setError(undefined)
    try {
      await action(...args)
    } catch (thrown) {
      setError(thrown)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  const submit = (event: SubmitEvent, ...args: A) => {
    event.preventDefault()
    void run(...args)
  }
  return { run, submit, pending, error }
}
