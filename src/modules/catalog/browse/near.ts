import type { Reader } from '../../../platform/database.ts'
import { cellsWithin, kmToDateLine, type Run } from '../places/public-place.ts'
import { LOOKED_THROUGH, type Matches } from './find-matches.ts'
import { type Filter, RING } from './public-filter.ts'

/** Kilometres beyond the end of the page before, one after the other, until a page is full. */
const STEPS = [0, 1, 3]

/** The distances to look within at first, one after the other, for a page that begins at `fromKm` kilometres. */
export function distancesFrom(fromKm: number, within = Infinity): number[] {
  const distances = STEPS.map((step) => Math.min(fromKm + step, within))
  return distances.filter((km, index) => km >= fromKm && km !== distances[index - 1])
}

/** So many cells are looked into one by one, each for its newest alone; more are read run by run. */
const MOST_CELLS = 500

/**
 * The matches from `fromKm` to `km` kilometres away, for a page of `limit`. What is there is read by place, and then looked at: left
 * to itself, the planner would find the words or the kinds anew for each cell.
 * @param among in the rows of these cells
 */
export function nearby(
  { from, wide, spanning, inSize, texts }: Filter,
  { fromKm, km, among, limit }: { fromKm: number; km: number; among?: Run | undefined; limit: number },
  total: string,
): Matches {
  const runs = from ? cellsWithin(from, km, fromKm - 1, among) : []
  const wanted = `${wide} and ${texts} and ${RING} <= ${km}`
  const there = (where: string) =>
    `select * from search_entry where ${where} ${inSize}
     ${spanning === null ? '' : `union all select * from search_entry where ${where} and ${spanning}`}`
  const array = (numbers: number[]) => `'{${numbers.join(',')}}'::int[]`
  const count = runs.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  if (count <= MOST_CELLS) {
    const cells = runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
    return {
      prelude: '',
      from: (after) =>
        `unnest(${array(cells)}) as near (number) cross join lateral (
           select * from (
             select * from (${there('cell = number')}) as either order by created_at desc, listing_id desc offset 0
           ) as there where ${wanted} ${after} limit ${limit + 1}
         ) as newest_there`,
      total,
    }
  }
  return {
    prelude: '',
    from: (after) =>
      `unnest(${array(runs.map(([first]) => first))}, ${array(runs.map(([, last]) => last))}) as run (first, last)
       cross join lateral (
         select * from (${there('cell between first and last')}) as either offset 0
       ) as all_there where ${wanted} ${after}`,
    total,
  }
}

/** Where a search goes on: what comes after the page before, and what that is bound to. */
interface Onward {
  filter: Filter
  after: string
  position: Record<string, string>
}

/**
 * Within how many kilometres there are at least `count` of them, whatever lies on the way, and which cells of the grid are
 * the southernmost and the northernmost with anything; null where they are not found. The index measures in degrees as on
 * a flat map, which ends at the date line: the maps beside it are asked where somebody behind that line may be nearer.
 */
export async function reachOf(reader: Reader, onward: Onward, count: number): Promise<Reach | null> {
  const here = await reachOn([0], reader, onward, count)
  const { from } = onward.filter
  if (here && from && here.km < kmToDateLine(from)) return here
  return reachOn([-360, 0, 360], reader, onward, count)
}

interface Reach {
  km: number
  among: Run
}

/** On each of these maps as many as are asked for are enough: whichever they are, none of a page is farther. */
async function reachOn(
  maps: number[],
  reader: Reader,
  { filter, after, position }: Onward,
  count: number,
): Promise<Reach | null> {
  const { wide, texts, within, bindings } = filter
  const { rows } = await reader.raw<{ rows: [Reach & { found: number }] }>(
    `select count(*)::int as found, max(km) as km, (select array[min(cell), max(cell)] from search_entry) as among
     from (
       select ${RING} as km from (values ${maps.map((turn) => `(${turn})`).join(', ')}) as map (turn) cross join lateral (
         select latitude, longitude from (
           select * from search_entry where latitude is not null ${after}
           order by point(longitude, latitude) <-> point(:longitude::float8 + turn, :latitude)
           limit ${LOOKED_THROUGH.nearest}
         ) as first_ones where ${wide} and ${texts} ${within} limit ${count}
       ) as nearest
       order by km limit ${count}
     ) as measured`,
    { ...bindings, ...position },
  )
  return rows[0].found < count ? null : rows[0]
}
