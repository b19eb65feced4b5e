import type { Point } from '../../../platform/geocoder.ts'

/** A cell's height in degrees of latitude: 1 km. Its width in degrees is about as long on the ground. */
const HEIGHT = 0.009

/**
 * Where the public sees a place: the centre of its cell in a fixed grid of about 1 km. However often a home is given,
 * and however exactly, nothing but its cell can be learnt.
 */
export function publicPlace({ latitude, longitude }: Point): Point {
  const rows = Math.round(180 / HEIGHT)
  const row = Math.min(Math.floor((latitude + 90) / HEIGHT), rows - 1)
  const middle = -90 + (row + 0.5) * HEIGHT
  const columns = Math.max(1, Math.round((360 / HEIGHT) * Math.cos((middle * Math.PI) / 180)))
  const width = 360 / columns
  // The date line is one line.
  const column = Math.floor((longitude + 180) / width) % columns
  return { latitude: round(middle), longitude: round(-180 + (column + 0.5) * width) }
}

/** To about a metre. */
const round = (degrees: number) => Number(degrees.toFixed(5))
