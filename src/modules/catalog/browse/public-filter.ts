import type { Point } from '../../../platform/geocoder.ts'
import { BUILT_IN_CATEGORIES, type BrowseQuery, readNear } from '../contract.ts'
import { attributeConditions, spanned } from './attribute-filters.ts'
import { cellsWithin, publicPlace } from '../places/public-place.ts'
import { holdingWords } from './words/words.ts'

/** Conditions on `search_entry` in SQL with named bindings. Values from a short list are inlined; what visitors type is bound. */
export interface Filter {
  /** The conditions on category and status alone. */
  inCategory: string
  /** The condition on the size, which has an index by place: '' or `and …`. */
  inSize: string
  /** The conditions on everything that is chosen from a list: category, status, seller and attributes. */
  choices: string
  /** The same, for rows that are read anyway: also bags of several sizes, one of which is asked for. */
  wide: string
  /** The condition that finds bags, beside `listed`; null where no size is asked for. */
  spanning: string | null
  /** Conditions on what the visitor typed; 'true' where there are none. */
  texts: string
  /**
   * A condition that follows from `texts` where that alone has no index: '' or `and …`. Worth its cost only where few
   * are found.
   */
  shortWords: string
  /** The condition on the distance: '' or `and …`. */
  within: string
  /** The cells that a distance leaves: '' or `and …`, for their index. */
  cells: string
  bindings: Record<string, string | number>
  /** Whether `listing_count`, which counts by category and status, has the total. */
  counted: boolean
  /** From where the reader measures: the centre of a cell. */
  from: Point | null
}

export type FilterQuery = Omit<BrowseQuery, 'sort' | 'limit' | 'cursor'>

/** Kilometres from the reader's place, in SQL. */
export const RING = 'ring_between(:latitude, :longitude, latitude, longitude)'

/** The public listings that are wanted; everything that is given must hold. */
export function publicFilter(query: FilterQuery): Filter {
  const { status, category, seller, size, search, city, within } = query
  const bindings: Filter['bindings'] = {}
  const counts = [status === undefined ? `status <> 'withdrawn'` : `status = '${status}'`]
  if (isBuiltIn(category)) counts.push(`category = '${category}'`)
  else if (category !== undefined && category !== 'all') {
    counts.push('category = :category')
    bindings['category'] = category
  }
  const choices: string[] = []
  if (seller !== undefined) {
    choices.push('seller_id = :seller')
    bindings['seller'] = seller
  }
  const wide = [...choices, ...attributeConditions(query, true)]
  choices.push(...attributeConditions(query))
  const inSize = size === undefined ? '' : `and age_size = '${size}'`
  const texts: string[] = []
  const shortWords: string[] = []
  for (const [column, text] of [
    ['title', search],
    ['city', city],
  ] as const) {
    if (!text) continue
    const words = holdingWords(column, text)
    texts.push(...words.holding)
    shortWords.push(...words.shortWords)
    Object.assign(bindings, words.bindings)
  }
  const from = placeOf(query)
  let cells = ''
  if (from) Object.assign(bindings, from)
  if (from && within !== undefined) {
    const runs = cellsWithin(from, within).map(([first, last]) => `cell between ${first} and ${last}`)
    cells = `and (${runs.join(' or ')})`
  }
  return {
    inCategory: counts.join(' and '),
    inSize,
    choices: [...counts, ...choices].join(' and '),
    wide: [...counts, ...wide].join(' and '),
    spanning: size === undefined ? null : `${spanned('sizes', size)} and age_size <> '${size}'`,
    texts: texts.join(' and ') || 'true',
    shortWords: shortWords.map((condition) => `and ${condition}`).join(' '),
    within: from && within !== undefined ? `and ${RING} <= ${within}` : '',
    cells,
    bindings,
    counted: choices.length === 0 && texts.length === 0 && cells === '',
    from,
  }
}

/** The centre of the reader's cell. */
export function placeOf({ near }: Pick<FilterQuery, 'near'>): Point | null {
  const point = near === undefined ? null : readNear(near)
  return point && publicPlace(point)
}

type BuiltIn = (typeof BUILT_IN_CATEGORIES)[number]
const isBuiltIn = (category: string | undefined): category is BuiltIn =>
  BUILT_IN_CATEGORIES.some((builtIn) => builtIn === category)
