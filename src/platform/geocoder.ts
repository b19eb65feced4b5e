import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { withDeadline } from './process/deadline.ts'
import { Unavailable } from './errors.ts'

export interface Point {
  latitude: number
  longitude: number
}

export interface Geocoder {
  /** The place on the map; null when it is unknown. @throws Unavailable while the service is away, slow or busy */
  find(place: string): Promise<Point | null>
  /** The same, and null while the service is away, too. Never an error. */
  locate(place: string): Promise<Point | null>
}

const TIMEOUT_MS = 3000
/** The public service asks for at most one request a second from an application; one of somebody's own is asked at once. */
const PUBLIC_SPACING_MS = 1000
const isPublic = (url: string) => new URL(url).hostname === 'nominatim.openstreetmap.org'
/** Places whose coordinates are remembered, so that the service is asked once for each (its usage policy asks for that). */
const REMEMBERED = 1000

const Answer = z.array(z.object({ lat: z.coerce.number().min(-90).max(90), lon: z.coerce.number().min(-180).max(180) }))

/**
 * Asks a Nominatim-compatible search service. A process has one, so that its cache counts and its requests are spaced.
 */
export function createGeocoder(config: Config): Geocoder {
  const spacing = isPublic(config.GEOCODER_URL) ? PUBLIC_SPACING_MS : 0
  const known = new Map<string, Promise<Point | null>>()
  let nextTurn = 0

  /** Milliseconds until this caller's turn; a caller that would wait too long takes none. */
  function takeTurn(): number {
    const now = Date.now()
    const turn = Math.max(nextTurn, now)
    if (turn - now <= TIMEOUT_MS) nextTurn = turn + spacing
    return turn - now
  }

  function find(place: string): Promise<Point | null> {
    const remembered = known.get(place)
    if (remembered) return remembered
    const asked = ask(config, place, takeTurn())
    known.set(place, asked)
    const [oldest] = known.keys()
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
    // A place that was not found may be there tomorrow.
    const forget = () => known.delete(place)
    asked.then((point) => point ?? forget(), forget)
    return asked
  }

  return { find, locate: (place) => find(place).catch(() => null) }
}

async function ask(config: Config, place: string, wait: number): Promise<Point | null> {
  if (wait > TIMEOUT_MS) throw new Unavailable('The geocoder has too many questions right now')
  await sleep(wait)
  const url = new URL(config.GEOCODER_URL)
  url.search = new URLSearchParams({ q: place, format: 'jsonv2', limit: '1' }).toString()
  try {
    const headers = { 'user-agent': `Outgrown/${manifest.version} (${config.publicUrl})`, accept: 'application/json' }
    const [found] = await withDeadline(TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, { signal, headers })
      if (!response.ok) throw new Error(`it answered ${response.status}`)
      return Answer.parse(await response.json())
    })
    return found ? { latitude: found.lat, longitude: found.lon } : null
  } catch (error) {
    const away = new Unavailable('The geocoder does not answer')
    away.cause = error
    throw away
  }
}
