import type { Reader } from '../../../platform/database.ts'
import { cellsWithin, type Run } from '../listing/public-place.ts'
import { LOOKED_THROUGH, type Matches } from './find-matches.ts'
import { type Filter, RING } from './public-filter.ts'

/** How many kilometres farther than the page before ended is looked, one after the other, until a page is full. */
const STEPS = [0, 1, 2, 4, 8, 16, 32, 64]

/** Farther out there is nothing for long, or all at once. */
const MOST_KM = 256

/** The distances to look within, one after the other, for a page that begins at `lead` kilometres. */
export function distancesFrom(lead: number, within = MOST_KM): number[] {
  const distances = STEPS.map((step) => Math.min(lead + step, within))
  return distances.filter((km, index) => km >= lead && km !== distances[index - 1])
}

/** Those from `lead` to `km` kilometres away. @param among in the rows of these cells */
export function nearby(
  filter: Filter,
  { lead, km, among }: { lead: number; km: number; among?: Run | undefined },
  total: string,
): Matches {
  const runs = filter.from ? cellsWithin(filter.from, km, lead - 1, among) : []
  const ends = (end: 0 | 1) => `'{${runs.map((run) => run[end]).join(',')}}'::int[]`
  return {
    prelude: '',
    from: (after) =>
      `unnest(${ends(0)}, ${ends(1)}) as run (first, last) join search_entry on cell between first and last
       where ${filter.listed} and ${filter.typed} and ${RING} <= ${km} ${after}`,
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
 * Within how many kilometres there are at least `count` of them, and which cells of the grid are the southernmost and the
 * northernmost with anything; null where they are not found among the next few thousand.
 */
export async function reachOf(
  reader: Reader,
  { filter, after, position }: Onward,
  count: number,
): Promise<{ km: number; among: Run } | null> {
  const { listed, typed, bindings } = filter
  const { rows } = await reader.raw<{ rows: [{ found: number; km: number; among: Run }] }>(
    `select count(*)::int as found, max(${RING}) as km,
       (select array[min(cell), max(cell)] from search_entry) as among
     from (
       select latitude, longitude from (
         select * from search_entry where ${listed} and latitude is not null ${after}
         order by point(longitude, latitude) <-> point(:longitude, :latitude) limit ${LOOKED_THROUGH}
       ) as first_ones where ${typed} limit ${count}
     ) as nearest`,
    { ...bindings, ...position },
  )
  return rows[0].found < count ? null : rows[0]
}
