import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const handlers = new Set<() => void>()

/**
 * Calls `handler`, which must be synchronous, when this process exits, throws, or gets a signal that it does not handle
 * otherwise. @returns cancels it
 */
export function onExit(handler: () => void): () => void {
  if (handlers.size === 0) {
    process.on('exit', runHandlers)
    for (const signal of SIGNALS) process.on(signal, exitUnlessHandled)
  }
  handlers.add(handler)
  return () => {
    if (!handlers.delete(handler) || handlers.size > 0) return
    process.off('exit', runHandlers)
    for (const signal of SIGNALS) process.off(signal, exitUnlessHandled)
  }
}

function runHandlers(): void {
  for (const handler of handlers) handler()
}

function exitUnlessHandled(signal: (typeof SIGNALS)[number]): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}
