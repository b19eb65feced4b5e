import type { Point } from '../../../platform/geocoder.ts'
import { BUILT_IN_CATEGORIES, type BrowseQuery, readNear } from '../contract.ts'
import { attributeConditions, spanned } from './attribute-filters.ts'
import { cellsWithin, publicPlace } from '../listing/public-place.ts'
import { holdingWords } from './words.ts'

/** Conditions on `search_entry` in SQL with named bindings. Values from a short list are inlined; what visitors type is bound. */
export interface Filter {
  /** By category and status alone. */
  walked: string
  /** The size, which has an index by place: '' or `and …`. */
  sized: string
  /** By all that has few values. */
  listed: string
  /** The same, for rows that are read anyway: also bags of several sizes, one of which is asked for. */
  wide: string
  /** What those bags are found by, beside `listed`; null where no size is asked for. */
  spanning: string | null
  /** Conditions on what the visitor typed; 'true' where there are none. */
  typed: string
  /** What follows from `typed` where that alone has no index: '' or `and …`. Worth its cost only where few are found. */
  implied: string
  /** The distance: '' or `and …`. */
  within: string
  /** The cells that a distance leaves: '' or `and …`, for their index. */
  cells: string
  bindings: Record<string, string | number>
  /** Whether `listing_count`, which counts by category and status, has the total. */
  counted: boolean
  /** From where the reader measures: the centre of a cell. */
  from: Point | null
}

export type Wanted = Omit<BrowseQuery, 'sort' | 'limit' | 'cursor'>

/** Kilometres from the reader's place, in SQL. */
export const RING = 'ring_between(:latitude, :longitude, latitude, longitude)'

/** Which public listings are wanted; everything that is given must hold. */
export function publicFilter(wanted: Wanted): Filter {
  const { status, category, seller, size, search, city, within } = wanted
  const bindings: Filter['bindings'] = {}
  const counts = [status === undefined ? `status <> 'withdrawn'` : `status = '${status}'`]
  if (isBuiltIn(category)) counts.push(`category = '${category}'`)
  else if (category !== undefined && category !== 'all') {
    counts.push('category = :category')
    bindings['category'] = category
  }
  const listed: string[] = []
  if (seller !== undefined) {
    listed.push('seller_id = :seller')
    bindings['seller'] = seller
  }
  const wide = [...listed, ...attributeConditions(wanted, true)]
  listed.push(...attributeConditions(wanted))
  const sized = size === undefined ? '' : `and age_size = '${size}'`
  const typed: string[] = []
  const implied: string[] = []
  for (const [column, text] of [
    ['title', search],
    ['city', city],
  ] as const) {
    if (!text) continue
    const words = holdingWords(column, text)
    typed.push(...words.holding)
    implied.push(...words.implied)
    Object.assign(bindings, words.bindings)
  }
  const from = placeOf(wanted)
  let cells = ''
  if (from) Object.assign(bindings, from)
  if (from && within !== undefined) {
    const runs = cellsWithin(from, within).map(([first, last]) => `cell between ${first} and ${last}`)
    cells = `and (${runs.join(' or ')})`
  }
  return {
    walked: counts.join(' and '),
    sized,
    listed: [...counts, ...listed].join(' and '),
    wide: [...counts, ...wide].join(' and '),
    spanning: size === undefined ? null : `${spanned('sizes', size)} and age_size <> '${size}'`,
    typed: typed.join(' and ') || 'true',
    implied: implied.map((condition) => `and ${condition}`).join(' '),
    within: from && within !== undefined ? `and ${RING} <= ${within}` : '',
    cells,
    bindings,
    counted: listed.length === 0 && typed.length === 0 && cells === '',
    from,
  }
}

/** The centre of the reader's cell. */
export function placeOf({ near }: Pick<Wanted, 'near'>): Point | null {
  const point = near === undefined ? null : readNear(near)
  return point && publicPlace(point)
}

type BuiltIn = (typeof BUILT_IN_CATEGORIES)[number]
const isBuiltIn = (category: string | undefined): category is BuiltIn =>
  BUILT_IN_CATEGORIES.some((builtIn) => builtIn === category)
