import { containing } from '../../../platform/text.ts'
import { BUILT_IN_CATEGORIES, type BrowseQuery } from '../contract.ts'

/** Conditions in SQL with named bindings. Values from a short list are inlined; what visitors type is bound. */
export interface Filter {
  /** Which listings are looked through: by status, category and seller. */
  listed: string
  /** Conditions on what the visitor typed; 'true' where nothing was. */
  typed: string
  /** What follows from `typed` where that alone has no index: '' or `and …`. Worth its cost only where few are found. */
  implied: string
  bindings: Record<string, string | number>
  /** Whether `listing_count`, which counts by category and status, has the total: not with a text or a seller. */
  counted: boolean
}

type Wanted = Pick<BrowseQuery, 'search' | 'city' | 'category' | 'status' | 'seller'>

/** Which public listings are wanted; everything that is given must hold. */
export function publicFilter({ search, city, category, status, seller }: Wanted): Filter {
  const listed = [status === undefined ? `status <> 'withdrawn'` : `status = '${status}'`]
  const typed: string[] = []
  const implied: string[] = []
  const bindings: Filter['bindings'] = {}
  if (isBuiltIn(category)) listed.push(`category = '${category}'`)
  else if (category !== undefined && category !== 'all') {
    listed.push('category = :category')
    bindings['category'] = category
  }
  if (seller !== undefined) {
    listed.push('seller_id = :seller')
    bindings['seller'] = seller
  }
  for (const [column, text] of Object.entries({ title: search, city })) {
    if (!text) continue
    typed.push(`${column} ilike :${column}Like`)
    bindings[`${column}Like`] = containing(text)
    if (HAS_TRIGRAM.test(text)) continue
    implied.push(`and short_parts(${column}) @> short_parts(:${column})`)
    bindings[column] = text
  }
  return {
    listed: listed.join(' and '),
    typed: typed.join(' and ') || 'true',
    implied: implied.join(' '),
    bindings,
    counted: !(search || city || seller),
  }
}

type BuiltIn = (typeof BUILT_IN_CATEGORIES)[number]
const isBuiltIn = (category: string | undefined): category is BuiltIn =>
  BUILT_IN_CATEGORIES.some((builtIn) => builtIn === category)

/** The index finds texts by three letters or digits in a row; which others count as letters depends on the database. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i
