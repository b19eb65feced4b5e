import { useEffect, useSyncExternalStore } from 'react'
import { type Waiting, CHANNEL, allIn, put, remove } from './outbox-store.ts'

export type { Waiting } from './outbox-store.ts'

/** The end of an entry: `told` is the server's answer as JSON, absent where it was refused or says nothing. */
export interface Outcome {
  entry: Waiting
  told?: string
}

const NOTHING: Waiting[] = []
let waiting = NOTHING
const listeners = new Set<() => void>()

async function readAgain(): Promise<void> {
  waiting = await allIn('outbox').catch(() => NOTHING)
  for (const listener of listeners) listener()
}

/**
 * Leaves something with the service worker, which sends it, in order, even if the page is closed.
 * @returns false where there is none, or nothing can be kept: then the caller sends it
 */
export async function leaveInOutbox(entry: Waiting): Promise<boolean> {
  if (!worker()) return false
  try {
    await put('outbox', entry)
  } catch {
    return false
  }
  await readAgain()
  sendOutbox()
  return true
}

const worker = () => ('serviceWorker' in navigator ? navigator.serviceWorker.controller : null)

/** Where the platform can, also when the connection comes back after the page has been closed. */
export function sendOutbox(): void {
  if (!('serviceWorker' in navigator)) return
  worker()?.postMessage('send')
  void navigator.serviceWorker.ready
    .then((registration) => (registration as WithSync).sync?.register(CHANNEL))
    .catch(() => undefined)
}

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

export async function discardWaiting({ seq }: Waiting): Promise<void> {
  if (seq !== undefined) await remove('outbox', seq)
  await readAgain()
}

/** At the end of the order. */
export async function sendAgain({ refusal: _, ...entry }: Waiting): Promise<void> {
  await discardWaiting(entry)
  await leaveInOutbox(entry)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) void readAgain()
  return () => listeners.delete(listener)
}

/** The entries that wait for the connection, and what has been refused, in order. */
export const useWaiting = (): Waiting[] =>
  useSyncExternalStore(
    subscribe,
    () => waiting,
    () => NOTHING,
  )

/** Calls `onOutcome` for each entry that goes out or is refused. It stays the same function. */
export function useOutcomes(onOutcome: (outcome: Outcome) => Promise<void> | void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<Outcome>) => void Promise.resolve(onOutcome(data)).then(readAgain)
    return () => channel.close()
  }, [onOutcome])
}
