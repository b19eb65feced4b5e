import { useEffect, useEffectEvent } from 'react'
import { browserStore } from '../../lib/browser/browser-store.ts'
import { type ChangeFilters, type Filters, filtersOf } from './filters.ts'

export const KNOWN_PLACE = 'place'
const NAMES = ['near', 'place', 'within'] as const

/** Where this browser last looked from, until the reader takes it away. */
export function forgetPlace(): void {
  browserStore.remove(KNOWN_PLACE)
}

/** Keeps the place of the address bar for the next visit, and brings it back to an address that has none. */
export function useKnownPlace(filters: Filters, onChange: ChangeFilters): void {
  const { near, place, within, cursor } = filters
  const bringBack = useEffectEvent(() => {
    const known = filtersOf(new URLSearchParams(browserStore.read(KNOWN_PLACE) ?? ''))
    if (near === '' && cursor === '' && known.near !== '') {
      onChange(Object.fromEntries(NAMES.map((name) => [name, known[name]])), { typing: true })
    }
  })
  useEffect(() => bringBack(), [])
  useEffect(() => {
    if (near !== '') browserStore.write(KNOWN_PLACE, String(new URLSearchParams({ near, place, within })))
  }, [near, place, within])
}
