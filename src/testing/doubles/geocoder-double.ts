import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GeocoderDouble {
  /** For `GEOCODER_URL`. */
  url: string
  /** The places that were asked for, in order. */
  asked: string[]
  /** The known places: latitude and longitude by place. */
  places: Record<string, [number, number]>
  /** Answers 503 while this is so. */
  away: boolean
  stop(): Promise<void>
}

/** A Nominatim-compatible search service as a server of its own. */
export async function startGeocoderDouble(places: GeocoderDouble['places']): Promise<GeocoderDouble> {
  const server = createServer((request, response) => {
    const place = new URL(request.url ?? '', 'http://geocoder').searchParams.get('q') ?? ''
    double.asked.push(place)
    const found = double.places[place]
    response.statusCode = double.away ? 503 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(found ? [{ lat: String(found[0]), lon: String(found[1]) }] : []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const double: GeocoderDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`,
    asked: [],
    places,
    away: false,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return double
}
