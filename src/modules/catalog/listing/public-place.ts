import type { Point } from '../../../platform/geocoder.ts'

/** A cell's height in degrees of latitude: 1 km. Its width in degrees is about as long on the ground. */
const HEIGHT = 0.009
const ROWS = Math.round(180 / HEIGHT)
/** Of the equator. The database numbers a cell by its row times this plus its column. */
const MOST_COLUMNS = Math.round(360 / HEIGHT)
const EARTH_RADIUS_KM = 6371.0088

/**
 * Where the public sees a place: the centre of its cell in a fixed grid of about 1 km. However often a home is given,
 * and however exactly, nothing but its cell can be learnt.
 */
export function publicPlace({ latitude, longitude }: Point): Point {
  const row = rowOf(latitude)
  const width = 360 / columnsOf(row)
  // The date line is one line.
  const column = Math.floor((longitude + 180) / width) % columnsOf(row)
  return { latitude: round(middleOf(row)), longitude: round(-180 + (column + 0.5) * width) }
}

/** The first and last numbers of runs of cells that hold every cell whose centre is at most `km` from a place. */
export function cellsWithin({ latitude, longitude }: Point, km: number): [first: number, last: number][] {
  const angle = km / EARTH_RADIUS_KM
  const spread = (angle * 180) / Math.PI
  const runs: [number, number][] = []
  for (let row = rowOf(latitude - spread); row <= rowOf(latitude + spread); row += 1) {
    const reach = reachIn(row, latitude, angle)
    const columns = columnsOf(row)
    const columnAt = (degrees: number) => Math.floor(((degrees + 180) / 360) * columns)
    const [west, east] = [columnAt(longitude - reach), columnAt(longitude + reach)]
    const run = (first: number, last: number) => runs.push([row * MOST_COLUMNS + first, row * MOST_COLUMNS + last])
    if (east - west >= columns - 1) run(0, columns - 1)
    else {
      run(Math.max(west, 0), Math.min(east, columns - 1))
      // Across the date line.
      if (west < 0) run(columns + west, columns - 1)
      if (east >= columns) run(0, east - columns)
    }
  }
  return runs
}

/** How many degrees of longitude to either side a circle of that `angle` reaches in a row; a little more, never less. */
function reachIn(row: number, latitude: number, angle: number): number {
  const [here, there] = [radians(latitude), radians(middleOf(row))]
  const cosine = (Math.cos(angle) - Math.sin(here) * Math.sin(there)) / (Math.cos(here) * Math.cos(there))
  if (!(cosine > -1)) return 180
  return (Math.acos(Math.min(1, cosine)) * 180) / Math.PI + 1e-4
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const rowOf = (latitude: number) => Math.min(Math.max(Math.floor((latitude + 90) / HEIGHT), 0), ROWS - 1)
const middleOf = (row: number) => -90 + (row + 0.5) * HEIGHT
const columnsOf = (row: number) => Math.max(1, Math.round(MOST_COLUMNS * Math.cos(radians(middleOf(row)))))

/** To about a metre. */
const round = (degrees: number) => Number(degrees.toFixed(5))
