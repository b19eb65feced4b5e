import type { Point } from '../../../platform/geocoder.ts'

/** A cell's height in degrees of latitude: 1 km. Its width in degrees is about as long on the ground. */
const HEIGHT = 0.009
const ROWS = Math.round(180 / HEIGHT)
/** The number of columns at the equator. The database numbers a cell by its row times this plus its column. */
const MOST_COLUMNS = Math.round(360 / HEIGHT)
const EARTH_RADIUS_KM = 6371.0088

/**
 * Where the public sees a place: the centre of its cell in a fixed grid of about 1 km. However often a home is given,
 * and however exactly, nothing but its cell can be learnt.
 */
export const publicPlace = (point: Point): Point => centreOf(cellOf(point))

/** The number of the cell that a place lies in. */
export function cellOf({ latitude, longitude }: Point): number {
  const row = rowOf(latitude)
  const columns = columnsOf(row)
  // The date line is one line.
  return row * MOST_COLUMNS + (Math.floor((longitude + 180) / (360 / columns)) % columns)
}

export function centreOf(cell: number): Point {
  const row = Math.floor(cell / MOST_COLUMNS)
  const width = 360 / columnsOf(row)
  return { latitude: round(middleOf(row)), longitude: round(-180 + ((cell % MOST_COLUMNS) + 0.5) * width) }
}

/** First and last number of cells that lie side by side. */
export type Run = [first: number, last: number]

/**
 * Runs of the cells whose centres are at most `km` from a place, and not much nearer than `beyond`.
 * @param among only in the rows of these cells
 */
export function cellsWithin({ latitude, longitude }: Point, km: number, beyond = 0, among = EVERYWHERE): Run[] {
  const runs: Run[] = []
  const spread = degrees(km / EARTH_RADIUS_KM) + HEIGHT
  const [southern, northern] = among.map((cell) => Math.floor(cell / MOST_COLUMNS)) as Run
  const top = Math.min(rowOf(latitude + spread), northern)
  for (let row = Math.max(rowOf(latitude - spread), southern); row <= top; row += 1) {
    const columns = columnsOf(row)
    const middle = ((longitude + 180) / 360) * columns - 0.5
    /** Columns to either side that a circle reaches. */
    const reach = (radius: number) => (reachIn(row, latitude, radius) / 360) * columns
    const [outer, inner] = [reach(km + 2 * EDGE_KM), reach(beyond - EDGE_KM)]
    if (Number.isNaN(outer)) continue
    const first = Math.ceil(middle - outer)
    const last = Math.min(Math.floor(middle + outer), first + columns - 1)
    const [from, to] = [Math.ceil(middle - inner), Math.floor(middle + inner)]
    const parts: Run[] =
      from <= to
        ? [
            [first, from - 1],
            [to + 1, last],
          ]
        : [[first, last]]
    for (const part of parts) runs.push(...acrossDateLine(part, columns).map((run) => numbered(run, row)))
  }
  return runs
}

const EVERYWHERE: Run = [0, ROWS * MOST_COLUMNS - 1]

const numbered = ([first, last]: Run, row: number): Run => [row * MOST_COLUMNS + first, row * MOST_COLUMNS + last]

/** Columns counted on over either end of the row, as such that it has. */
function acrossDateLine([first, last]: Run, columns: number): Run[] {
  if (last < first) return []
  if (first < 0 && last >= 0)
    return [
      [columns + first, columns - 1],
      [0, last],
    ]
  if (first < columns && last >= columns)
    return [
      [first, columns - 1],
      [0, last - columns],
    ]
  const turn = Math.floor(first / columns) * columns
  return [[first - turn, last - turn]]
}

/**
 * The part that is rounded away: so little does not make a distance a kilometre more, so that what is in the cell
 * beside is 1 km away. The database's `ring_between` has it too.
 */
const EDGE_KM = 0.01

/** Degrees of longitude to either side that a circle reaches in the middle of a row; not a number where it does not. */
function reachIn(row: number, latitude: number, km: number): number {
  if (km < 0) return NaN
  const [here, there] = [radians(latitude), radians(middleOf(row))]
  const cosine =
    (Math.cos(km / EARTH_RADIUS_KM) - Math.sin(here) * Math.sin(there)) / (Math.cos(here) * Math.cos(there))
  return cosine > 1 ? NaN : degrees(Math.acos(Math.max(-1, cosine)))
}

/** The distance to the meridian where the map ends, or to the pole where that is nearer. */
export function kmToDateLine({ latitude, longitude }: Point): number {
  const turn = Math.min(radians(180 - Math.abs(longitude)), Math.PI / 2)
  return EARTH_RADIUS_KM * Math.asin(Math.cos(radians(latitude)) * Math.sin(turn))
}

const degrees = (angle: number) => (angle * 180) / Math.PI
const radians = (degrees: number) => (degrees * Math.PI) / 180
const rowOf = (latitude: number) => Math.min(Math.max(Math.floor((latitude + 90) / HEIGHT), 0), ROWS - 1)
const middleOf = (row: number) => -90 + (row + 0.5) * HEIGHT
const columnsOf = (row: number) => Math.max(1, Math.round(MOST_COLUMNS * Math.cos(radians(middleOf(row)))))

/** To about a metre. */
const round = (degrees: number) => Number(degrees.toFixed(5))
