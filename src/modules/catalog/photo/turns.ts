/**
 * Runs one piece of work at a time. Of those that wait, the owners take turns, and each owner's work keeps its order:
 * whoever brings much waits behind their own, not everybody else behind it.
 */
export function createTurns(): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  // In the order of their turns.
  const waiting = new Map<string, (() => void)[]>()
  let busy = false

  function callNext(): void {
    const [next] = waiting
    busy = next !== undefined
    if (!next) return
    const [owner, calls] = next
    const call = calls.shift()
    waiting.delete(owner)
    if (calls.length > 0) waiting.set(owner, calls)
    call?.()
  }

  return async (owner, work) => {
    if (busy) {
      await new Promise<void>((resolve) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), resolve])
      })
    }
    busy = true
    try {
      return await work()
    } finally {
      callNext()
    }
  }
}
