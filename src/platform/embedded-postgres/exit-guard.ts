/** What has to happen before this process is gone. */
export interface LastWill {
  /** For an end that can wait. */
  leave(): Promise<void>
  /** For an end that can't: only synchronous calls count. */
  leaveNow(): void
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const wills = new Set<LastWill>()
let leaving = false

/**
 * Sees to it that `will` is done when the process exits, throws, or is ended by a signal that nobody else handles
 * (a process with its own shutdown is left to it). Answers the function that calls the guard off.
 */
export function guardExit(will: LastWill): () => void {
  if (wills.size === 0) {
    process.on('exit', leaveNow)
    for (const signal of SIGNALS) process.on(signal, leaveOnSignal)
  }
  wills.add(will)
  return () => {
    if (!wills.delete(will) || wills.size > 0) return
    process.off('exit', leaveNow)
    for (const signal of SIGNALS) process.off(signal, leaveOnSignal)
  }
}

function leaveNow(): void {
  for (const will of wills) will.leaveNow()
}

function leaveOnSignal(signal: NodeJS.Signals): void {
  if (leaving || process.listenerCount(signal) > 1) return
  leaving = true
  const endAsAsked = () => {
    process.off(signal, leaveOnSignal)
    process.kill(process.pid, signal)
  }
  void Promise.allSettled([...wills].map((will) => will.leave())).then(endAsAsked)
}
