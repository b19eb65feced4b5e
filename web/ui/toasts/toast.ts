import { useSyncExternalStore } from 'react'
import { CONNECTION_AWAY } from '../../lib/offline/connection.ts'
import { t } from '../../lib/t.ts'

export interface Toast {
  id: number
  title: string
  description?: string
  tone: 'plain' | 'danger'
  action?: { label: string; onSelect: () => void }
  /** For how many milliseconds it shows. */
  lasts?: number
}

type Message = Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function set(toast: Toast | undefined): void {
  current = toast
  for (const listener of listeners) listener()
}

/** Shows a notification, for 5 seconds where nothing is said. There is one at a time: a new one replaces the older. */
export function toast(message: Message): void {
  lastId += 1
  set({ tone: 'plain', ...message, id: lastId })
}

/** Toast for a part whose code could not be fetched. */
export const toastUnreachable = (): void =>
  toast({ title: t('That could not be opened'), description: t(CONNECTION_AWAY), tone: 'danger' })

export const dismissToasts = (): void => set(undefined)

export function dismissToast(id: number): void {
  if (current?.id === id) set(undefined)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
}

/** Number of the latest toast, gone or not; 0 before the first. */
export function useLastToast(): number {
  return useSyncExternalStore(
    subscribe,
    () => lastId,
    () => 0,
  )
}
