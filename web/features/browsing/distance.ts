import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { browserStore } from '../../lib/browser/browser-store.ts'
import { useInBrowser } from '../../lib/browser/use-in-browser.ts'
import { useMember } from '../../lib/use-member.ts'
import { filtersOf, placeOfMember } from './filters.ts'
import { KNOWN_PLACE } from './known-place.ts'

const EARTH_KM = 6371

/** From the place that this browser last looked around, else the member's own; whole kilometres and at least 1; undefined where either is unknown. */
export function useDistance({ latitude = null, longitude = null }: Partial<Pick<Listing, 'latitude' | 'longitude'>>) {
  const known = useInBrowser(() => browserStore.read(KNOWN_PLACE) ?? '')
  const member = useMember()
  const near = filtersOf(new URLSearchParams(known)).near || placeOfMember(member)
  if (near === '' || latitude === null || longitude === null) return undefined
  const [north = 0, east = 0] = near.split(',').map(Number)
  return Math.max(1, Math.round(kilometres({ latitude: north, longitude: east }, { latitude, longitude })))
}

interface Point {
  latitude: number
  longitude: number
}

/** Along the surface (haversine). */
function kilometres(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const across = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude))
  const chord = half(one.latitude, other.latitude) + across * half(one.longitude, other.longitude)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(chord))
}
