import { useSyncExternalStore } from 'react'
import { MAX_BASKET_LINES } from '../../../src/modules/purchasing/constants.ts'
import { browserStore } from '../../lib/browser/browser-store.ts'

const KEY = 'pickup'
const NOTHING: string[] = []
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

let ids: string[] | undefined
const listeners = new Set<() => void>()

/** The ids of listings in a text that anybody may have written, each once. */
export function idsIn(text: string | null): string[] {
  const found = (text ?? '').split(',').filter((id) => ID.test(id))
  return [...new Set(found)].slice(0, MAX_BASKET_LINES)
}

/** The listings that a visitor has gathered, by id. This browser keeps them until somebody signs in. */
export function useGathered(): string[] {
  return useSyncExternalStore(subscribe, current, () => NOTHING)
}

/** @returns whether there was room for all of them */
export function gather(more: string[]): boolean {
  const all = new Set([...current(), ...more])
  set([...all])
  return all.size <= MAX_BASKET_LINES
}

export const leaveOut = (gone: string[]): void => set(current().filter((id) => !gone.includes(id)))

function current(): string[] {
  ids ??= idsIn(browserStore.read(KEY))
  return ids
}

function set(next: string[]): void {
  ids = idsIn(next.join(','))
  if (ids.length === 0) browserStore.remove(KEY)
  else browserStore.write(KEY, ids.join(','))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const followOtherTabs = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    ids = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', followOtherTabs)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', followOtherTabs)
  }
}
