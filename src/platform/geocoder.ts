import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from './config.ts'

export interface Point {
  latitude: number
  longitude: number
}

export interface Geocoder {
  /** Where that is; null when it is unknown, or the service is away, slow or busy. Never an error. */
  locate(place: string): Promise<Point | null>
}

const TIMEOUT_MS = 3000
/** The public service asks for at most one request a second from an application. */
const SPACING_MS = 1000
let nextTurn = 0
/** Places whose coordinates are remembered, so that the service is asked once for each (its usage policy asks for that). */
const REMEMBERED = 1000

const Answer = z.array(z.object({ lat: z.coerce.number().min(-90).max(90), lon: z.coerce.number().min(-180).max(180) }))

/** Asks a Nominatim-compatible search service. */
export function createGeocoder(config: Config): Geocoder {
  const known = new Map<string, Point>()
  return {
    async locate(place) {
      const remembered = known.get(place)
      if (remembered) return remembered
      const wait = takeTurn()
      if (wait > TIMEOUT_MS) return null
      await sleep(wait)
      const url = new URL(config.GEOCODER_URL)
      url.search = new URLSearchParams({ q: place, format: 'jsonv2', limit: '1' }).toString()
      try {
        const response = await fetch(url, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: { 'user-agent': `Outgrown/0.1 (${config.publicUrl})`, accept: 'application/json' },
        })
        const [found] = response.ok ? Answer.parse(await response.json()) : []
        if (!found) return null
        const point = { latitude: found.lat, longitude: found.lon }
        known.set(place, point)
        const [oldest] = known.keys()
        if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
        return point
      } catch {
        return null
      }
    },
  }
}

/** Milliseconds until this caller's turn; a caller that would wait too long takes none. */
function takeTurn(): number {
  const now = Date.now()
  const turn = Math.max(nextTurn, now)
  if (turn - now <= TIMEOUT_MS) nextTurn = turn + SPACING_MS
  return turn - now
}
